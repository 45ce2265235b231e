/* The C interface from C: versions, names, and errors without a device. */

#include "spmla-c/spmla.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  printf("version: %d %d\n", SPMLA_API_VERSION, spmla_api_version());
  for (int status = SPMLA_SUCCESS; status <= SPMLA_ERROR_INTERNAL; ++status)
    printf("status: %d %s\n", status, spmla_status_name((spmla_status)status));
  printf("status: %s\n", spmla_status_name((spmla_status)99));
  printf("error: '%s'\n", spmla_last_error());

  spmla_runtime *runtime = NULL;
  spmla_status status = spmla_runtime_create(
      SPMLA_API_VERSION, argc > 1 ? argv[1] : NULL, &runtime);
  printf("create: %s\n", spmla_status_name(status));
  if (status != SPMLA_SUCCESS) {
    printf("error: %s\n", spmla_last_error());
    return 0;
  }
  printf("library: %s\n", spmla_runtime_library(runtime));
  for (int device = 0; device < spmla_runtime_device_count(runtime); ++device)
    printf("device: %s\n", spmla_runtime_device_arch(runtime, device));

  spmla_kernel *kernel = NULL;
  status = spmla_kernel_load(runtime, 0, "/nonexistent/kernel.hsaco", &kernel);
  printf("load: %s\n", spmla_status_name(status));
  printf("error: %s\n", spmla_last_error());

  spmla_attention problem;
  memset(&problem, 0, sizeof problem);
  problem.struct_size = sizeof problem;
  status = spmla_attention_launch(kernel, &problem);
  printf("launch: %s\n", spmla_status_name(status));
  printf("error: %s\n", spmla_last_error());
  spmla_kernel_destroy(kernel);
  spmla_runtime_destroy(runtime);
  return 0;
}
