//===- HipTypes.h - The C types of HIP that we use -------------*- C++ -*-===//
//
// The project's own declaration of the part of HIP's C interface that the
// runtime calls and the emulator implements, so that neither needs ROCm's
// headers. Everything sits in spmla::hip, under HIP's own names: ROCm's headers
// may be included beside this one (test/Unit/Emulator compares the two).
//
// Numbers and layouts are those of ROCm 5.2 (Debian's libamdhip64-dev), and of
// ROCm 6 where ROCm 6 has others: hipDeviceProp_tR0600 is new there,
// hipPointerAttribute_t kept its shape but numbers its memory types anew, and
// the types of graph nodes count from 0 and not from 1.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_RUNTIME_HIPTYPES_H
#define SPMLA_RUNTIME_HIPTYPES_H

#include <cstddef>
#include <cstdint>

namespace spmla {
namespace hip {

enum hipError_t : unsigned {
  hipSuccess = 0,
#define SPMLA_HIP_ERROR(NAME, VALUE, TEXT) hipError##NAME = VALUE,
#include "HipErrors.def"
};

// Opaque handles. The tag names are HIP's, for the reader of a debugger.
using hipStream_t = struct ihipStream_t *;
using hipEvent_t = struct ihipEvent_t *;
using hipModule_t = struct ihipModule_t *;
using hipFunction_t = struct ihipModuleSymbol_t *;
using hipDevice_t = int;
using hipDeviceptr_t = void *;

enum hipMemcpyKind : unsigned {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4,
};

// Flags of hipStreamCreateWithFlags, hipEventCreateWithFlags, hipHostMalloc.
enum : unsigned {
  kStreamDefault = 0x0,
  kStreamNonBlocking = 0x1,
  kEventDefault = 0x0,
  kEventBlockingSync = 0x1,
  kEventDisableTiming = 0x2,
  kHostMallocDefault = 0x0,
};

// The keys of hipModuleLaunchKernel's `extra` list (HIP_LAUNCH_PARAM_*): the
// list holds BUFFER_POINTER, p, BUFFER_SIZE, &n, END, where p is the packed
// argument block of n bytes.
inline void *launchParamBufferPointer() { return reinterpret_cast<void *>(1); }
inline void *launchParamBufferSize() { return reinterpret_cast<void *>(2); }
inline void *launchParamEnd() { return reinterpret_cast<void *>(3); }

// Only the attributes that make sense for a compute device.
enum hipDeviceAttribute_t : unsigned {
  hipDeviceAttributeEccEnabled = 0,
  hipDeviceAttributeCanMapHostMemory = 3,
  hipDeviceAttributeClockRate = 5,
  hipDeviceAttributeComputeMode = 6,
  hipDeviceAttributeConcurrentKernels = 8,
  hipDeviceAttributeCooperativeLaunch = 10,
  hipDeviceAttributeIntegrated = 16,
  hipDeviceAttributeL2CacheSize = 19,
  hipDeviceAttributeComputeCapabilityMajor = 23,
  hipDeviceAttributeManagedMemory = 24,
  hipDeviceAttributeMaxBlockDimX = 26,
  hipDeviceAttributeMaxBlockDimY = 27,
  hipDeviceAttributeMaxBlockDimZ = 28,
  hipDeviceAttributeMaxGridDimX = 29,
  hipDeviceAttributeMaxGridDimY = 30,
  hipDeviceAttributeMaxGridDimZ = 31,
  hipDeviceAttributeMaxThreadsPerBlock = 56,
  hipDeviceAttributeMaxThreadsPerMultiProcessor = 57,
  hipDeviceAttributeMemoryBusWidth = 59,
  hipDeviceAttributeMemoryClockRate = 60,
  hipDeviceAttributeComputeCapabilityMinor = 61,
  hipDeviceAttributeMultiprocessorCount = 63,
  hipDeviceAttributePciBusId = 67,
  hipDeviceAttributePciDeviceId = 68,
  hipDeviceAttributePciDomainID = 69,
  hipDeviceAttributeMaxRegistersPerBlock = 71,
  hipDeviceAttributeMaxRegistersPerMultiprocessor = 72,
  hipDeviceAttributeMaxSharedMemoryPerBlock = 74,
  hipDeviceAttributeTotalConstantMemory = 83,
  hipDeviceAttributeTotalGlobalMem = 84,
  hipDeviceAttributeWarpSize = 87,
  hipDeviceAttributeMaxSharedMemoryPerMultiprocessor = 10002,
  hipDeviceAttributePhysicalMultiProcessorCount = 10015,
};

// hipFuncGetAttribute's key. Sizes in bytes, registers per lane.
enum hipFunction_attribute : unsigned {
  HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
  HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  HIP_FUNC_ATTRIBUTE_NUM_REGS = 4,
  HIP_FUNC_ATTRIBUTE_PTX_VERSION = 5,
  HIP_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
  HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
  HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
};

// hipFuncSetAttribute's key.
enum hipFuncAttribute : unsigned {
  hipFuncAttributeMaxDynamicSharedMemorySize = 8,
  hipFuncAttributePreferredSharedMemoryCarveout = 9,
};

// ROCm 6 numbering (in ROCm 5 host is 0 and device 1).
enum hipMemoryType : unsigned {
  hipMemoryTypeUnregistered = 0,
  hipMemoryTypeHost = 1,
  hipMemoryTypeDevice = 2,
  hipMemoryTypeManaged = 3,
};

struct hipPointerAttribute_t {
  hipMemoryType type;
  int device;
  void *devicePointer;
  void *hostPointer;
  int isManaged;
  unsigned allocationFlags;
};

// What a capture makes of a thread's calls that could disturb it; how far a
// stream's capture has come.
enum hipStreamCaptureMode : unsigned {
  hipStreamCaptureModeGlobal = 0,
  hipStreamCaptureModeThreadLocal = 1,
  hipStreamCaptureModeRelaxed = 2,
};
enum hipStreamCaptureStatus : unsigned {
  hipStreamCaptureStatusNone = 0,
  hipStreamCaptureStatusActive = 1,
  hipStreamCaptureStatusInvalidated = 2,
};

// Graphs. Sizes, widths and pitches are in bytes but for
// hipMemsetParams::width, which counts elements.
using hipGraph_t = struct ihipGraph *;
using hipGraphNode_t = struct hipGraphNode *;
using hipGraphExec_t = struct hipGraphExec *;

enum hipGraphNodeType : unsigned { // of those that exist here
  hipGraphNodeTypeKernel = 0,
  hipGraphNodeTypeMemcpy = 1,
  hipGraphNodeTypeMemset = 2,
  hipGraphNodeTypeEmpty = 5,
};
enum hipGraphExecUpdateResult : unsigned {
  hipGraphExecUpdateSuccess = 0,
  hipGraphExecUpdateError = 1,
  hipGraphExecUpdateErrorTopologyChanged = 2,
  hipGraphExecUpdateErrorNodeTypeChanged = 3,
};
// Of hipGraphInstantiateWithFlags; the second is of ROCm 5.6 and later.
enum : unsigned long long {
  kGraphInstantiateAutoFreeOnLaunch = 1,
  kGraphInstantiateUseNodePriority = 8,
};

struct dim3 {
  uint32_t x, y, z;
};
struct hipKernelNodeParams {
  dim3 blockDim;
  void **extra;
  void *func;
  dim3 gridDim;
  void **kernelParams;
  unsigned sharedMemBytes;
};
struct hipMemsetParams {
  void *dst;
  unsigned elementSize;
  size_t height;
  size_t pitch;
  unsigned value;
  size_t width;
};
struct hipPos {
  size_t x, y, z;
};
struct hipExtent {
  size_t width, height, depth;
};
struct hipPitchedPtr {
  void *ptr;
  size_t pitch;
  size_t xsize, ysize;
};
struct hipMemcpy3DParms {
  struct hipArray *srcArray;
  hipPos srcPos;
  hipPitchedPtr srcPtr;
  struct hipArray *dstArray;
  hipPos dstPos;
  hipPitchedPtr dstPtr;
  hipExtent extent;
  hipMemcpyKind kind;
};

// Bit set of hardware features; bits in HIP's order, see its header.
struct hipDeviceArch_t {
  unsigned bits;
};

// What hipGetDeviceProperties fills (the name kept the ROCm 5 layout in every
// later library; programs built against ROCm 6 call the R0600 function).
struct hipDeviceProp_t {
  char name[256];
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;       // kHz
  int memoryClockRate; // kHz
  int memoryBusWidth;  // bits
  size_t totalConstMem;
  int major;
  int minor;
  int multiProcessorCount;
  int l2CacheSize;
  int maxThreadsPerMultiProcessor;
  int computeMode;
  int clockInstructionRate; // kHz
  hipDeviceArch_t arch;
  int concurrentKernels;
  int pciDomainID;
  int pciBusID;
  int pciDeviceID;
  size_t maxSharedMemoryPerMultiProcessor;
  int isMultiGpuBoard;
  int canMapHostMemory;
  int gcnArch;
  char gcnArchName[256];
  int integrated;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  int maxTexture1DLinear;
  int maxTexture1D;
  int maxTexture2D[2];
  int maxTexture3D[3];
  unsigned *hdpMemFlushCntl;
  unsigned *hdpRegFlushCntl;
  size_t memPitch;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int kernelExecTimeoutEnabled;
  int ECCEnabled;
  int tccDriver;
  int cooperativeMultiDeviceUnmatchedFunc;
  int cooperativeMultiDeviceUnmatchedGridDim;
  int cooperativeMultiDeviceUnmatchedBlockDim;
  int cooperativeMultiDeviceUnmatchedSharedMem;
  int isLargeBar;
  int asicRevision;
  int managedMemory;
  int directManagedMemAccessFromHost;
  int concurrentManagedAccess;
  int pageableMemoryAccess;
  int pageableMemoryAccessUsesHostPageTables;
};
static_assert(sizeof(hipDeviceProp_t) == 792, "layout of ROCm 5");

// What hipGetDevicePropertiesR0600 fills (ROCm 6 and later).
struct hipDeviceProp_tR0600 {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate; // kHz
  size_t totalConstMem;
  int major;
  int minor;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture1DLinear;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate; // kHz
  int memoryBusWidth;  // bits
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported;
  int sparseHipArraySupported;
  int hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported;
  int memoryPoolsSupported;
  int gpuDirectRDMASupported;
  unsigned gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned memoryPoolSupportedHandleTypes;
  int deferredMappingHipArraySupported;
  int ipcEventSupported;
  int clusterLaunch;
  int unifiedFunctionPointers;
  int reserved[63];
  int hipReserved[32];
  char gcnArchName[256];
  size_t maxSharedMemoryPerMultiProcessor;
  int clockInstructionRate; // kHz
  hipDeviceArch_t arch;
  unsigned *hdpMemFlushCntl;
  unsigned *hdpRegFlushCntl;
  int cooperativeMultiDeviceUnmatchedFunc;
  int cooperativeMultiDeviceUnmatchedGridDim;
  int cooperativeMultiDeviceUnmatchedBlockDim;
  int cooperativeMultiDeviceUnmatchedSharedMem;
  int isLargeBar;
  int asicRevision;
};
static_assert(sizeof(hipDeviceProp_tR0600) == 1472, "layout of ROCm 6");
static_assert(offsetof(hipDeviceProp_tR0600, gcnArchName) == 1160,
              "layout of ROCm 6");

} // namespace hip
} // namespace spmla

#endif // SPMLA_RUNTIME_HIPTYPES_H
