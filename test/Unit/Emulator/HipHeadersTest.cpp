//===- HipHeadersTest.cpp - Our HIP types against ROCm's headers ----------===//
//
// Compiled only where ROCm's headers are installed (Debian: libamdhip64-dev).
// Everything is a static_assert: the file has no run time.
//
//===----------------------------------------------------------------------===//

#define __HIP_PLATFORM_AMD__
#include "HipTypes.h"

#include <hip/hip_runtime_api.h>

namespace ours = spmla::hip;

// HIP declares hipError_t [[nodiscard]], hence the casts.
#define SPMLA_HIP_ERROR(NAME, VALUE, TEXT)                                     \
  static_assert(static_cast<int>(::hipError##NAME) == VALUE, #NAME);
#include "HipErrors.def"

#define SAME_NUMBER(NAME)                                                      \
  static_assert(static_cast<int>(::NAME) == static_cast<int>(ours::NAME), #NAME)
SAME_NUMBER(hipMemcpyHostToHost);
SAME_NUMBER(hipMemcpyHostToDevice);
SAME_NUMBER(hipMemcpyDeviceToHost);
SAME_NUMBER(hipMemcpyDeviceToDevice);
SAME_NUMBER(hipMemcpyDefault);
SAME_NUMBER(hipDeviceAttributeEccEnabled);
SAME_NUMBER(hipDeviceAttributeCanMapHostMemory);
SAME_NUMBER(hipDeviceAttributeClockRate);
SAME_NUMBER(hipDeviceAttributeComputeMode);
SAME_NUMBER(hipDeviceAttributeConcurrentKernels);
SAME_NUMBER(hipDeviceAttributeCooperativeLaunch);
SAME_NUMBER(hipDeviceAttributeIntegrated);
SAME_NUMBER(hipDeviceAttributeL2CacheSize);
SAME_NUMBER(hipDeviceAttributeComputeCapabilityMajor);
SAME_NUMBER(hipDeviceAttributeManagedMemory);
SAME_NUMBER(hipDeviceAttributeMaxBlockDimX);
SAME_NUMBER(hipDeviceAttributeMaxBlockDimY);
SAME_NUMBER(hipDeviceAttributeMaxBlockDimZ);
SAME_NUMBER(hipDeviceAttributeMaxGridDimX);
SAME_NUMBER(hipDeviceAttributeMaxGridDimY);
SAME_NUMBER(hipDeviceAttributeMaxGridDimZ);
SAME_NUMBER(hipDeviceAttributeMaxThreadsPerBlock);
SAME_NUMBER(hipDeviceAttributeMaxThreadsPerMultiProcessor);
SAME_NUMBER(hipDeviceAttributeMemoryBusWidth);
SAME_NUMBER(hipDeviceAttributeMemoryClockRate);
SAME_NUMBER(hipDeviceAttributeComputeCapabilityMinor);
SAME_NUMBER(hipDeviceAttributeMultiprocessorCount);
SAME_NUMBER(hipDeviceAttributePciBusId);
SAME_NUMBER(hipDeviceAttributePciDeviceId);
SAME_NUMBER(hipDeviceAttributePciDomainID);
SAME_NUMBER(hipDeviceAttributeMaxRegistersPerBlock);
SAME_NUMBER(hipDeviceAttributeMaxRegistersPerMultiprocessor);
SAME_NUMBER(hipDeviceAttributeMaxSharedMemoryPerBlock);
SAME_NUMBER(hipDeviceAttributeTotalConstantMemory);
SAME_NUMBER(hipDeviceAttributeTotalGlobalMem);
SAME_NUMBER(hipDeviceAttributeWarpSize);
SAME_NUMBER(hipDeviceAttributeMaxSharedMemoryPerMultiprocessor);
SAME_NUMBER(hipDeviceAttributePhysicalMultiProcessorCount);
SAME_NUMBER(HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME_NUMBER(HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
SAME_NUMBER(HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
SAME_NUMBER(HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
SAME_NUMBER(HIP_FUNC_ATTRIBUTE_NUM_REGS);
SAME_NUMBER(HIP_FUNC_ATTRIBUTE_PTX_VERSION);
SAME_NUMBER(HIP_FUNC_ATTRIBUTE_BINARY_VERSION);
SAME_NUMBER(HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA);
SAME_NUMBER(HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
SAME_NUMBER(HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
SAME_NUMBER(hipFuncAttributeMaxDynamicSharedMemorySize);
SAME_NUMBER(hipFuncAttributePreferredSharedMemoryCarveout);

SAME_NUMBER(hipStreamCaptureModeGlobal);
SAME_NUMBER(hipStreamCaptureModeThreadLocal);
SAME_NUMBER(hipStreamCaptureModeRelaxed);
SAME_NUMBER(hipStreamCaptureStatusNone);
SAME_NUMBER(hipStreamCaptureStatusActive);
SAME_NUMBER(hipStreamCaptureStatusInvalidated);
SAME_NUMBER(hipGraphExecUpdateSuccess);
SAME_NUMBER(hipGraphExecUpdateError);
SAME_NUMBER(hipGraphExecUpdateErrorTopologyChanged);
SAME_NUMBER(hipGraphExecUpdateErrorNodeTypeChanged);
#if HIP_VERSION_MAJOR >= 6
SAME_NUMBER(hipGraphNodeTypeKernel);
SAME_NUMBER(hipGraphNodeTypeMemcpy);
SAME_NUMBER(hipGraphNodeTypeMemset);
SAME_NUMBER(hipGraphNodeTypeEmpty);
#endif

static_assert(ours::kStreamDefault == hipStreamDefault, "");
static_assert(ours::kStreamNonBlocking == hipStreamNonBlocking, "");
static_assert(ours::kEventDefault == hipEventDefault, "");
static_assert(ours::kEventBlockingSync == hipEventBlockingSync, "");
static_assert(ours::kEventDisableTiming == hipEventDisableTiming, "");
static_assert(ours::kHostMallocDefault == hipHostMallocDefault, "");

static_assert(static_cast<int>(ours::kGraphInstantiateAutoFreeOnLaunch) ==
                  hipGraphInstantiateFlagAutoFreeOnLaunch,
              "");

#define SAME_SIZE(TYPE)                                                        \
  static_assert(sizeof(::TYPE) == sizeof(ours::TYPE), #TYPE)
#define SAME_MEMBER(TYPE, MEMBER)                                              \
  static_assert(offsetof(::TYPE, MEMBER) == offsetof(ours::TYPE, MEMBER),      \
                #TYPE "::" #MEMBER)
SAME_SIZE(hipKernelNodeParams);
SAME_MEMBER(hipKernelNodeParams, blockDim);
SAME_MEMBER(hipKernelNodeParams, extra);
SAME_MEMBER(hipKernelNodeParams, func);
SAME_MEMBER(hipKernelNodeParams, gridDim);
SAME_MEMBER(hipKernelNodeParams, kernelParams);
SAME_MEMBER(hipKernelNodeParams, sharedMemBytes);
SAME_SIZE(hipMemsetParams);
SAME_MEMBER(hipMemsetParams, dst);
SAME_MEMBER(hipMemsetParams, elementSize);
SAME_MEMBER(hipMemsetParams, height);
SAME_MEMBER(hipMemsetParams, pitch);
SAME_MEMBER(hipMemsetParams, value);
SAME_MEMBER(hipMemsetParams, width);
SAME_SIZE(hipMemcpy3DParms);
SAME_MEMBER(hipMemcpy3DParms, srcPos);
SAME_MEMBER(hipMemcpy3DParms, srcPtr);
SAME_MEMBER(hipMemcpy3DParms, dstArray);
SAME_MEMBER(hipMemcpy3DParms, dstPos);
SAME_MEMBER(hipMemcpy3DParms, dstPtr);
SAME_MEMBER(hipMemcpy3DParms, extent);
SAME_MEMBER(hipMemcpy3DParms, kind);

static_assert(sizeof(::hipDeviceArch_t) == sizeof(ours::hipDeviceArch_t), "");
static_assert(sizeof(::hipPointerAttribute_t) ==
                  sizeof(ours::hipPointerAttribute_t),
              "");
static_assert(offsetof(::hipPointerAttribute_t, allocationFlags) ==
                  offsetof(ours::hipPointerAttribute_t, allocationFlags),
              "");

// Headers of ROCm 6 rename the R0600 layout to hipDeviceProp_t.
#if HIP_VERSION_MAJOR < 6
#define OURS ours::hipDeviceProp_t
#else
#define OURS ours::hipDeviceProp_tR0600
#endif
#define SAME_OFFSET(FIELD)                                                     \
  static_assert(offsetof(::hipDeviceProp_t, FIELD) == offsetof(OURS, FIELD),   \
                #FIELD)
static_assert(sizeof(::hipDeviceProp_t) == sizeof(OURS), "");
SAME_OFFSET(totalGlobalMem);
SAME_OFFSET(sharedMemPerBlock);
SAME_OFFSET(regsPerBlock);
SAME_OFFSET(warpSize);
SAME_OFFSET(maxThreadsPerBlock);
SAME_OFFSET(maxThreadsDim);
SAME_OFFSET(maxGridSize);
SAME_OFFSET(clockRate);
SAME_OFFSET(memoryClockRate);
SAME_OFFSET(memoryBusWidth);
SAME_OFFSET(totalConstMem);
SAME_OFFSET(major);
SAME_OFFSET(minor);
SAME_OFFSET(multiProcessorCount);
SAME_OFFSET(l2CacheSize);
SAME_OFFSET(maxThreadsPerMultiProcessor);
SAME_OFFSET(computeMode);
SAME_OFFSET(clockInstructionRate);
SAME_OFFSET(arch);
SAME_OFFSET(concurrentKernels);
SAME_OFFSET(pciDomainID);
SAME_OFFSET(pciBusID);
SAME_OFFSET(pciDeviceID);
SAME_OFFSET(maxSharedMemoryPerMultiProcessor);
SAME_OFFSET(isMultiGpuBoard);
SAME_OFFSET(canMapHostMemory);
SAME_OFFSET(gcnArchName);
SAME_OFFSET(integrated);
SAME_OFFSET(cooperativeLaunch);
SAME_OFFSET(maxTexture1D);
SAME_OFFSET(hdpMemFlushCntl);
SAME_OFFSET(memPitch);
SAME_OFFSET(ECCEnabled);
SAME_OFFSET(cooperativeMultiDeviceUnmatchedFunc);
SAME_OFFSET(isLargeBar);
SAME_OFFSET(asicRevision);
SAME_OFFSET(managedMemory);
SAME_OFFSET(pageableMemoryAccessUsesHostPageTables);
