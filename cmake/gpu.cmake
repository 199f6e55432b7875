# The GPU backends: the kernels' text for each interface, generated from src/gpu, and what finds the
# drivers at run time. Nothing of a GPU is needed to build or to load the library.
set(default OFF)
if(NOT UF_TINY AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND CMAKE_SYSTEM_NAME MATCHES "^(Linux|Darwin)$" AND
        NOT CMAKE_CXX_BYTE_ORDER STREQUAL "BIG_ENDIAN") # whose words the kernels do not load
    set(default ON)
endif()
option(SECP256K1_USE_GPU
    "Build the engines that compute batches of public data on GPUs (CUDA, OpenCL, Metal)"
    ${default})
option(SECP256K1_CUDA_FATBIN
    "Compile the kernels for NVIDIA GPUs now (needs nvcc), and not when a program first uses one"
    OFF)
set(SECP256K1_CUDA_GENERATIONS "80;90;100;120" CACHE STRING
    "The generations of GPUs that SECP256K1_CUDA_FATBIN compiles for, as nvcc numbers them")
if(NOT SECP256K1_USE_GPU)
    return()
endif()

set(kernels "${PROJECT_BINARY_DIR}/gpu")
file(MAKE_DIRECTORY "${kernels}")
file(GLOB_RECURSE kernel_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/gpu/kernel/*.h"
    "${PROJECT_SOURCE_DIR}/src/gpu/dialect/*.h")
list(APPEND kernel_sources "${PROJECT_SOURCE_DIR}/src/field/fe8x32.h"
    "${PROJECT_SOURCE_DIR}/src/scalar/sc8x32.h"
    "${PROJECT_SOURCE_DIR}/src/group/law.h" "${PROJECT_SOURCE_DIR}/src/hash/constants.h"
    "${PROJECT_SOURCE_DIR}/tools/flatten_kernels.py")
if(EXISTS "${UF_GENERATED}/gpu")
    uf_generate("${kernels}/texts.cpp" gpu/texts.cpp)
    uf_generate("${kernels}/kernels.cu" gpu/kernels.cu)
else()
    set(flatten ${Python3_EXECUTABLE} "${PROJECT_SOURCE_DIR}/tools/flatten_kernels.py")
    add_custom_command(OUTPUT "${kernels}/texts.cpp" "${kernels}/kernels.cu" VERBATIM
        COMMAND ${flatten} --embed "${kernels}/texts.cpp"
        COMMAND ${flatten} --dialect cuda --loops -o "${kernels}/kernels.cu"
        DEPENDS ${kernel_sources})
endif()

set(gpu_sources cuda.cpp engine.cpp opencl.cpp stages.cpp sums.cpp)
if(APPLE)
    enable_language(OBJCXX)
    list(APPEND gpu_sources metal.mm)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/gpu/host/metal.mm" PROPERTIES
        COMPILE_OPTIONS -fobjc-arc)
endif()
list(TRANSFORM gpu_sources PREPEND "${PROJECT_SOURCE_DIR}/src/gpu/host/")
target_sources(ufsecp_objects PRIVATE ${gpu_sources} "${kernels}/texts.cpp")
target_compile_definitions(ufsecp_options INTERFACE UF_HAVE_GPU)
foreach(library ${libraries})
    target_link_libraries(${library} PRIVATE ${CMAKE_DL_LIBS})
    if(APPLE)
        target_link_libraries(${library} PRIVATE "-framework Metal" "-framework Foundation")
    endif()
endforeach()

# OpenCL: its headers alone.
find_path(UF_OPENCL_HEADERS NAMES CL/cl.h OpenCL/cl.h)
mark_as_advanced(UF_OPENCL_HEADERS)
if(UF_OPENCL_HEADERS)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/gpu/host/opencl.cpp" PROPERTIES
        COMPILE_DEFINITIONS UF_HAVE_OPENCL
        INCLUDE_DIRECTORIES "${UF_OPENCL_HEADERS}")
else()
    message(STATUS
        "the headers of OpenCL are not there (opencl-c-headers): the engine opencl will not be")
endif()

# CUDA: machine code for generations from A100 on, and text for those between and after.
if(SECP256K1_CUDA_FATBIN)
    find_program(UF_NVCC nvcc REQUIRED HINTS "$ENV{CUDA_HOME}/bin" "$ENV{CUDA_PATH}/bin"
        /usr/local/cuda/bin)
    set(fatbin "${kernels}/kernels.fatbin")
    set(devices)
    foreach(capability ${SECP256K1_CUDA_GENERATIONS})
        list(APPEND devices -gencode arch=compute_${capability},code=sm_${capability})
    endforeach()
    add_custom_command(OUTPUT "${fatbin}" VERBATIM DEPENDS "${kernels}/kernels.cu"
        COMMAND ${UF_NVCC} -fatbin -std=c++17 -O3 -diag-suppress 177,550 ${devices} -gencode
        arch=compute_80,code=compute_80
            "${kernels}/kernels.cu" -o "${fatbin}")
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/gpu/host/cuda.cpp" PROPERTIES
        COMPILE_DEFINITIONS "UF_CUDA_FATBIN=\"${fatbin}\"" OBJECT_DEPENDS "${fatbin}")
endif()
