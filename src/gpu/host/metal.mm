// Apple GPUs through Metal: one MTLCommandQueue, a command buffer for each queue of device.h, and
// memory that GPU and CPU share, so that a chunk is not copied.
//
// In libraries on Apple only; compiled with automatic reference counting.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>

#include "gpu/host/load.h"

namespace ufsecp {
namespace {

struct metal_device final : gpu_backend {
    struct queue_state {
        /* Being filled, and handed to the GPU last. */
        id<MTLCommandBuffer> open = nil, running = nil;
        void *staging = nullptr;
        size_t staging_bytes = 0;
    };

    id<MTLDevice> device = nil;
    id<MTLCommandQueue> queue = nil;
    id<MTLLibrary> kernels = nil;
    id<MTLComputePipelineState> pipelines[gpu_kernel_count] = {};
    queue_state queues[gpu_queues];

    bool refuse(const char *what, NSError *reason, bool memory = false) {
        return fail(memory, "%s: %s", what,
                    reason ? reason.localizedDescription.UTF8String : "Metal gives no reason");
    }

    static id<MTLBuffer> memory_of(const gpu_buffer &buffer) {
        return (__bridge id<MTLBuffer>)reinterpret_cast<void *>(buffer.handle);
    }
    static uint8_t *bytes_of(const gpu_buffer &buffer, size_t offset) {
        return static_cast<uint8_t *>(memory_of(buffer).contents) + offset;
    }

    bool allocate(gpu_buffer *buffer, size_t size) override {
        @autoreleasepool {
            id<MTLBuffer> memory = [device newBufferWithLength:size
                                                       options:MTLResourceStorageModeShared];
            *buffer = {};
            if (!memory) return refuse("newBufferWithLength", nil, true);
            buffer->handle = reinterpret_cast<uintptr_t>((__bridge_retained void *)memory);
            buffer->size = size;
            return true;
        }
    }

    void release(gpu_buffer *buffer) override {
        if (buffer->handle) CFRelease(reinterpret_cast<CFTypeRef>(buffer->handle));
        *buffer = {};
    }

    void *shared(const gpu_buffer &buffer) override { return bytes_of(buffer, 0); }

    /* For who has bytes of his own. */
    void *staging(unsigned q, size_t size) override {
        queue_state &l = queues[q];
        if (size <= l.staging_bytes) return l.staging;
        free(l.staging);
        l.staging_bytes = 0;
        l.staging = nullptr;
        if (posix_memalign(&l.staging, 4096, size) != 0)
            return l.staging = nullptr, refuse("posix_memalign", nil, true), nullptr;
        l.staging_bytes = size;
        return l.staging;
    }

    /* The GPU starts with what its queue holds. */
    void commit(queue_state *l) {
        if (!l->open) return;
        [l->open commit];
        l->running = l->open;
        l->open = nil;
    }

    /* From elsewhere the CPU copies at once: what the queue had to do before is done first. */
    bool upload(unsigned q, const gpu_buffer &to, size_t offset, const void *from,
                size_t size) override {
        if (from == bytes_of(to, offset)) return true;
        if (!wait(q)) return false;
        memcpy(bytes_of(to, offset), from, size);
        return true;
    }

    /* The last call for a chunk: what is queued starts. */
    bool download(unsigned q, void *to, const gpu_buffer &from, size_t offset,
                  size_t size) override {
        commit(&queues[q]);
        if (to == bytes_of(from, offset)) return true;
        if (!wait(q)) return false;
        memcpy(to, bytes_of(from, offset), size);
        return true;
    }

    bool make_pipeline(gpu_kernel kernel) {
        if (pipelines[kernel]) return true;
        NSError *reason = nil;
        NSString *function_name = [NSString stringWithUTF8String:gpu_names[kernel]];
        id<MTLFunction> function = [kernels newFunctionWithName:function_name];
        if (!function) return refuse(gpu_names[kernel], nil);
        pipelines[kernel] = [device newComputePipelineStateWithFunction:function error:&reason];
        return pipelines[kernel] != nil || refuse(gpu_names[kernel], reason);
    }

    bool launch(unsigned q, gpu_kernel kernel, const gpu_buffer &arena, const gpu_buffer &table,
                const gpu_args &args, uint32_t items, uint32_t group) override {
        queue_state &l = queues[q];
        if (items == 0) return true;
        @autoreleasepool {
            if ((!kernels && !build()) || !make_pipeline(kernel)) return false;
            if (!l.open) l.open = [queue commandBuffer];
            id<MTLComputeCommandEncoder> encoder = [l.open computeCommandEncoder];
            if (!encoder) return refuse("computeCommandEncoder", nil);
            NSUInteger in_group = group ? group : 64;
            const NSUInteger most = pipelines[kernel].maxTotalThreadsPerThreadgroup;
            if (in_group > most) in_group = most;
            [encoder setComputePipelineState:pipelines[kernel]];
            [encoder setBuffer:memory_of(arena) offset:0 atIndex:0];
            [encoder setBuffer:memory_of(table.handle ? table : arena) offset:0 atIndex:1];
            [encoder setBytes:&args length:sizeof args atIndex:2];
            [encoder dispatchThreadgroups:MTLSizeMake((items + in_group - 1) / in_group, 1, 1)
                    threadsPerThreadgroup:MTLSizeMake(in_group, 1, 1)];
            [encoder endEncoding];
            return true;
        }
    }

    /* Command buffers of one queue end in the order of their commits: the last is waited for. */
    bool wait(unsigned q) override {
        queue_state &l = queues[q];
        @autoreleasepool {
            commit(&l);
            if (l.running) {
                [l.running waitUntilCompleted];
                id<MTLCommandBuffer> done = l.running;
                l.running = nil;
                if (done.status == MTLCommandBufferStatusError)
                    return refuse("command buffer", done.error,
                                  done.error.code == MTLCommandBufferErrorOutOfMemory);
            }
            return true;
        }
    }

    /* Compiles the kernels; what the compiler says is the error. */
    bool build() {
        NSError *reason = nil;
        MTLCompileOptions *options = [MTLCompileOptions new];
        options.languageVersion = MTLLanguageVersion2_4;
        if (loops) options.preprocessorMacros = @{@"UF_LOOPS" : @1};
        kernels = [device newLibraryWithSource:[NSString stringWithUTF8String:gpu_text_metal]
                                       options:options
                                         error:&reason];
        return kernels != nil || refuse("the kernels do not compile", reason);
    }

    bool open(int index) {
        NSArray<id<MTLDevice>> *all = MTLCopyAllDevices();
        if (index < 0 || (NSUInteger)index >= all.count)
            return fail(false, "no Metal device %d: there are %d", index, (int)all.count);
        device = all[(NSUInteger)index];
        queue = [device newCommandQueue];
        if (!queue) return refuse("newCommandQueue", nil);
        const NSOperatingSystemVersion system = NSProcessInfo.processInfo.operatingSystemVersion;
        api = "metal";
        snprintf(name, sizeof name, "%s", device.name.UTF8String);
        memory_bytes = device.recommendedMaxWorkingSetSize;
        largest_buffer = device.maxBufferLength;
        snprintf(
            description, sizeof description, "Apple Metal, %s, macOS %d.%d.%d, %llu MiB, %s memory",
            name, (int)system.majorVersion, (int)system.minorVersion, (int)system.patchVersion,
            (unsigned long long)(memory_bytes >> 20), device.hasUnifiedMemory ? "unified" : "own");
        return true;
    }
};

}  // namespace

gpu_device *gpu_open_metal(int index, char *why, size_t size) {
    @autoreleasepool {
        return gpu_open<metal_device>(index, why, size);
    }
}

}  // namespace ufsecp
