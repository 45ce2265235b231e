// RUN: not spmla-tblgen -gen-kernel-table %s 2>&1 | FileCheck %s
// CHECK: error: expects a record StaticKey; is KernelBase.td included?

def Unrelated;
