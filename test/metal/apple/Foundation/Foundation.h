// What metal.mm takes of Foundation, as Apple documents it: for types, selectors and reference
// counting. What answers is in ../../runtime.cpp.
#pragma once
#include <stdint.h>

typedef unsigned long NSUInteger;
typedef long NSInteger;
typedef signed char BOOL;
#define nil nullptr
typedef const void *CFTypeRef;
extern "C" void CFRelease(CFTypeRef);

@class NSString;
__attribute__((objc_root_class))
@interface NSObject
+ (instancetype)alloc;
+ (instancetype)new;
- (instancetype)init;
@end
@protocol NSObject
@end
@protocol NSCopying
@end
@interface NSString : NSObject <NSCopying>
+ (instancetype)stringWithUTF8String:(const char *)text;
@property(readonly) const char *UTF8String;
@end
@interface NSNumber : NSObject
+ (NSNumber *)numberWithInt:(int)value;
@end
@interface NSArray<ObjectType> : NSObject
@property(readonly) NSUInteger count;
- (ObjectType)objectAtIndexedSubscript:(NSUInteger)index;
@end
@interface NSDictionary<KeyType, ObjectType> : NSObject
+ (instancetype)dictionaryWithObjects:(const id[])objects
                              forKeys:(const id<NSCopying>[])keys
                                count:(NSUInteger)count;
@end
@interface NSError : NSObject
@property(readonly) NSInteger code;
@property(readonly) NSString *localizedDescription;
@end
typedef struct {
    NSInteger majorVersion, minorVersion, patchVersion;
} NSOperatingSystemVersion;
@interface NSProcessInfo : NSObject
@property(class, readonly) NSProcessInfo *processInfo;
@property(readonly) NSOperatingSystemVersion operatingSystemVersion;
@end
