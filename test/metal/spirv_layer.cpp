// A layer of OpenCL's loader (OPENCL_LAYERS): a program under it that has its OpenCL text compiled
// gets Metal's kernels instead, as the SPIR-V of the file UFSECP_SPIRV. They have the same names;
// what is a value among OpenCL's arguments is, as in Metal, constant memory.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "gpu/kernel/args.h"

namespace {

cl_icd_dispatch below, here; /* what the loader calls, and what is called in its place */

cl_program CL_API_CALL create(cl_context context, cl_uint, const char **, const size_t *,
                              cl_int *code) {
    std::ifstream file(getenv("UFSECP_SPIRV"), std::ios::binary);
    const std::string spirv(std::istreambuf_iterator<char>(file), {});
    printf("Metal's kernels, %zu bytes of SPIR-V\n", spirv.size());
    return below.clCreateProgramWithIL(context, spirv.data(), spirv.size(), code);
}

/* The options were those of the text. */
using callback = void(CL_CALLBACK *)(cl_program, void *);
cl_int CL_API_CALL build(cl_program program, cl_uint n, const cl_device_id *devices, const char *,
                         callback notify, void *data) {
    return below.clBuildProgram(program, n, devices, "", notify, data);
}

/* What a kernel that is queued reads is kept by the driver; what a kernel was given last, here. */
cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    static std::map<cl_kernel, cl_mem> held;
    if (index != 2 || size != sizeof(ufsecp::gpu_args))
        return below.clSetKernelArg(kernel, index, size, value);
    cl_context context = nullptr;
    cl_int code =
        below.clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof context, &context, nullptr);
    if (code != CL_SUCCESS) return code;
    const cl_mem memory = below.clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                               size, const_cast<void *>(value), &code);
    if (code != CL_SUCCESS) return code;
    cl_mem &last = held[kernel];
    if (last) below.clReleaseMemObject(last);
    last = memory;
    return below.clSetKernelArg(kernel, index, sizeof memory, &memory);
}

}  // namespace

cl_int CL_API_CALL clGetLayerInfo(cl_layer_info which, size_t size, void *value,
                                  size_t *size_used) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (which != CL_LAYER_API_VERSION || (value && size < sizeof version)) return CL_INVALID_VALUE;
    if (value) memcpy(value, &version, sizeof version);
    if (size_used) *size_used = sizeof version;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clInitLayer(cl_uint n, const cl_icd_dispatch *target, cl_uint *n_here,
                               const cl_icd_dispatch **layer) {
    constexpr cl_uint entries = sizeof below / sizeof(void *);
    if (n < entries) return CL_INVALID_VALUE;
    below = here = *target;
    here.clCreateProgramWithSource = create;
    here.clBuildProgram = build;
    here.clSetKernelArg = set_argument;
    *n_here = entries;
    *layer = &here;
    return CL_SUCCESS;
}
