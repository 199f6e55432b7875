# The boards: processor, memory as the part has it, and the emulator that stands for it.
#   UF_PROCESSOR, UF_TARGET_FLAGS   what the compiler is told
#   UF_FLASH, UF_RAM                address and bytes of each
#   UF_EMULATOR                     runs an image, whose name follows
set(UF_BOARD stm32f103 CACHE STRING "stm32f103, stm32f405 or esp32c3")
set(semihosting -nographic -monitor none -serial none -chardev stdio,id=text
    -semihosting-config enable=on,target=native,chardev=text)
if(UF_BOARD STREQUAL "stm32f103")
    # STM32F103ZE: 512 KiB of flash, 64 KiB of SRAM. The emulated STM32F205 has the same addresses.
    set(UF_PROCESSOR arm)
    set(UF_TARGET_FLAGS "--target=thumbv7m-none-eabi -mcpu=cortex-m3 -mfloat-abi=soft")
    set(UF_FLASH 0x08000000 512K)
    set(UF_RAM 0x20000000 64K)
    set(UF_EMULATOR qemu-system-arm -M netduino2 ${semihosting} -kernel)
elseif(UF_BOARD STREQUAL "stm32f405")
    # 1 MiB of flash; of its SRAM 128 KiB lie in one piece.
    set(UF_PROCESSOR arm)
    set(UF_TARGET_FLAGS "--target=thumbv7em-none-eabi -mcpu=cortex-m4 -mfloat-abi=soft")
    set(UF_FLASH 0x08000000 1024K)
    set(UF_RAM 0x20000000 128K)
    set(UF_EMULATOR qemu-system-arm -M netduinoplus2 ${semihosting} -kernel)
elseif(UF_BOARD STREQUAL "esp32c3")
    # The processor's instructions, RV32IMC, with as much memory as the part has, at the addresses
    # of QEMU's board `virt`.
    set(UF_PROCESSOR riscv32)
    set(UF_TARGET_FLAGS "--target=riscv32-unknown-elf -march=rv32imc -mabi=ilp32 -mcmodel=medany \
-Xclang -target-feature -Xclang +forced-atomics")
    set(UF_FLASH 0x80000000 1024K)
    set(UF_RAM 0x80200000 320K)
    set(UF_EMULATOR qemu-system-riscv32 -M virt -bios none ${semihosting} -kernel)
else()
    message(FATAL_ERROR "UF_BOARD is stm32f103, stm32f405 or esp32c3, not \"${UF_BOARD}\"")
endif()
list(GET UF_FLASH 0 UF_FLASH_ADDRESS)
list(GET UF_FLASH 1 UF_FLASH_BYTES)
list(GET UF_RAM 0 UF_RAM_ADDRESS)
list(GET UF_RAM 1 UF_RAM_BYTES)
