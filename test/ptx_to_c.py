"""Translates PTX into C, statement by statement, so that a kernel as the GPU's compiler sees it
runs on any CPU.

Every register is a variable, the carry flag too; labels stay labels. The carry flag is undefined
where a statement of inline assembly begins, as it is on the device, so a carry that would have to
live from one to the next is an error here. So is every instruction, modifier or operand that is not
known: nothing is skipped.

to_c(ptx) returns (what comes first in C, {kernel: its C}); a kernel becomes
    void kernel(const unsigned char *parameters, unsigned ctaid, unsigned ntid, unsigned tid);
"""

import re

HEAD = """#include <stdint.h>
#include <string.h>
typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32; typedef uint64_t u64;
typedef int8_t s8; typedef int16_t s16; typedef int32_t s32; typedef int64_t s64;
typedef unsigned __int128 u128; typedef __int128 s128;
static inline u32 prmt(u32 a, u32 b, u32 how) {
    u64 from = (u64)b << 32 | a;
    u32 r = 0;
    for (int i = 0; i < 4; i++) {
        u32 byte = (u32)(from >> (how >> 4 * i & 7) * 8) & 255;
        if (how >> 4 * i & 8) byte = byte & 128 ? 255 : 0;
        r |= byte << 8 * i;
    }
    return r;
}
static inline u32 lop3(u32 a, u32 b, u32 c, u32 table) {
    u32 r = 0;
    for (int i = 0; i < 8; i++)
        if (table >> i & 1) r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return r;
}
"""
SPECIAL = {"%tid.x": "tid", "%ctaid.x": "ctaid", "%ntid.x": "ntid"}
SPACES = {"global", "local", "const", "param"}
COMPARE = {
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "lo": "<",
    "ls": "<=",
    "hi": ">",
    "hs": ">=",
}
LOGIC = {"and": "&", "or": "|", "xor": "^"}


class Unknown(Exception):
    pass


def width(kind):
    return 1 if kind == "pred" else int(kind[1:])


def unsigned(kind):
    return "u%d" % width(kind)


def as_type(kind):
    """The C type in which an operation of that PTX type counts."""
    return ("s%d" if kind[0] == "s" else "u%d") % width(kind)


def check_kind(kind):
    if not re.fullmatch(r"[usb](8|16|32|64)", kind):
        raise Unknown(f"type .{kind}")


class Kernel:
    def __init__(self, name, parameters, symbols):
        self.name, self.symbols = name, symbols
        self.lines, self.kinds, self.arrays, self.offsets = [], {}, [], {}
        self.has_carry = False  # whether the carry flag is defined here
        self.size = 0
        for parameter in parameters:
            match = re.fullmatch(
                r"\.param\s+(?:\.align\s+(\d+)\s+)?\.(\w+)"
                r"(?:\s+\.ptr(?:\s+\.\w+)?\s+\.align\s+\d+)?\s+(\w+)(?:\[(\d+)\])?",
                parameter.strip(),
            )
            if not match:
                raise Unknown(f"parameter {parameter.strip()}")
            check_kind(match[2])
            one = width(match[2]) // 8
            align = int(match[1] or one)
            self.size = -(-self.size // align) * align
            self.offsets[match[3]] = self.size
            self.size += one * int(match[4] or 1)

    # operands
    def value(self, text, kind):
        text = text.strip()
        if text in SPECIAL:
            return SPECIAL[text]
        if text.startswith("%"):
            name = self.variable(text)
            return f"({as_type(kind)}){name}" if kind != "pred" else name
        if re.fullmatch(r"-?(0[xX][0-9a-fA-F]+|\d+)U?", text):
            number = int(text.rstrip("U"), 0) % (1 << max(width(kind), 8))
            return f"(({as_type(kind)}){number}ull)" if kind != "pred" else str(number & 1)
        if text in self.offsets:
            return f"((u64)(parameters + {self.offsets[text]}))"
        if text in self.symbols or text in self.arrays:
            return f"((u64){text})"
        raise Unknown(f"operand {text}")

    def variable(self, text):
        text = text.strip()
        if text not in self.kinds:
            raise Unknown(f"register {text}")
        return text.replace("%", "v_")

    def address(self, text):
        match = re.fullmatch(r"\[\s*([%\w$]+)\s*(?:\+\s*(-?\d+))?\s*\]", text.strip())
        if not match:
            raise Unknown(f"address {text}")
        return f"({self.value(match[1], 'u64')} + ({match[2] or 0}))"

    def put(self, register, expression):
        """register = expression, cut to the register's width."""
        if register.strip() == "_":
            raise Unknown("sink operand")
        kind = self.kinds.get(register.strip())
        self.lines.append(
            f"{self.variable(register)} = "
            f"({'u8' if kind == 'pred' else unsigned(kind)})({expression});"
        )

    # instructions
    def arithmetic(self, name, modifiers, kind, operands):
        """add, sub, mul and mad with all their carries."""
        carry_in = name in ("addc", "subc", "madc")
        base = name[:3]
        modifiers = list(modifiers)
        carry_out = "cc" in modifiers
        if carry_out:
            modifiers.remove("cc")
        part = (
            modifiers.pop(0)
            if base in ("mul", "mad") and modifiers and modifiers[0] in ("lo", "hi", "wide")
            else None
        )
        if (
            modifiers
            or (base in ("mul", "mad") and not part)
            or (part == "wide" and (carry_in or carry_out))
        ):
            raise Unknown("modifiers of " + name)
        if carry_in and not self.has_carry:
            raise Unknown("carry flag used where it is undefined")
        bits = width(kind)
        sign = "s" if kind[0] == "s" else "u"
        double = f"{sign}{2 * bits}"
        values = [self.value(x, kind) for x in operands[1:]]
        if len(values) != (3 if base == "mad" else 2):
            raise Unknown("operands of " + name)
        if base in ("mul", "mad"):
            first = f"(({double}){values[0]} * ({double}){values[1]})"
            if part == "wide":
                if base == "mad":
                    first += f" + {self.value(operands[3], sign + str(2 * bits))}"
                return self.put(operands[0], f"({double})({first})")
            first = f"(u{bits})({first} >> {bits})" if part == "hi" else f"(u{bits}){first}"
            if base == "mul":
                return self.put(operands[0], first)
            second = values[2]
        else:
            first, second = f"(u{bits}){values[0]}", values[1]
        step = "-" if base == "sub" else "+"
        if not carry_in and not carry_out:
            return self.put(operands[0], f"(u{bits})({first}) {step} (u{bits})({second})")
        sum_of = "u64" if bits == 32 else "u128"
        self.lines.append(
            f"{{ {sum_of} wide = ({sum_of})({first}) {step} ({sum_of})(u{bits})({second})"
            + (f" {step} carry;" if carry_in else ";")
        )
        self.put(operands[0], f"(u{bits})wide")
        if carry_out:
            self.lines.append(f"carry = (u8)(wide >> {bits}) & 1;")
            self.has_carry = True
        self.lines.append("}")

    def convert(self, modifiers, operands):
        if len(modifiers) != 2:
            raise Unknown("cvt")
        to, source = modifiers
        check_kind(to), check_kind(source)
        self.put(operands[0], f"({as_type(to)}){self.value(operands[1], source)}")

    def memory(self, name, modifiers, operands):
        modifiers = [m for m in modifiers if m not in ("nc", "relaxed", "weak")]
        if modifiers and modifiers[0] in SPACES:
            space = modifiers.pop(0)
            if name == "st" and space not in ("global", "local"):
                raise Unknown("store to " + space)
        count = 1
        if modifiers and re.fullmatch(r"v[24]", modifiers[0]):
            count = int(modifiers.pop(0)[1:])
        if len(modifiers) != 1:
            raise Unknown("modifiers of " + name)
        kind = modifiers[0]
        check_kind(kind)
        place, data = operands if name == "st" else operands[::-1]
        items = [x.strip() for x in data.strip("{} ").split(",")]
        if len(items) != count:
            raise Unknown("vector of " + name)
        one = width(kind) // 8
        self.lines.append(f"address = {self.address(place)};")
        if count * one > 1:
            self.lines.append(f"if (address % {count * one}) __builtin_trap();")
        for i, item in enumerate(items):
            if name == "st":
                self.lines.append(
                    f"*({unsigned(kind)} *)(address + {i * one}) = "
                    f"({unsigned(kind)}){self.value(item, kind)};"
                )
            else:
                # a narrow load fills the register, with its sign if it has one
                self.lines.append(f"loaded = *(const {unsigned(kind)} *)(address + {i * one});")
                self.put(item, f"({as_type(kind)})loaded")

    def atomic(self, modifiers, operands):
        """One addition of a word; items come one after another."""
        if modifiers != ["global", "add", "u32"]:
            raise Unknown("modifiers of atom")
        to, place, value = operands
        self.lines.append(f"address = {self.address(place)};")
        self.lines.append("if (address % 4) __builtin_trap();")
        self.lines.append("loaded = *(u32 *)address;")
        self.lines.append(f"*(u32 *)address = (u32)loaded + {self.value(value, 'u32')};")
        self.put(to, "loaded")

    def move(self, kind, operands):
        to, source = operands
        if to.startswith("{") or source.startswith("{"):
            parts = [
                x.strip() for x in (to if to.startswith("{") else source).strip("{} ").split(",")
            ]
            part = width(kind) // len(parts)
            if to.startswith("{"):
                self.lines.append(f"loaded = {self.value(source, kind)};")
                for i, item in enumerate(parts):
                    if item != "_":
                        self.put(item, f"loaded >> {i * part}")
            else:
                self.put(
                    to,
                    " | ".join(
                        f"(u64){self.value(x, 'u%d' % part)} << {i * part}"
                        for i, x in enumerate(parts)
                    ),
                )
        else:
            self.put(to, self.value(source, kind))

    def funnel(self, modifiers, operands):
        if modifiers[1:] != ["wrap"] or modifiers[0] not in "lr":
            raise Unknown("shf")
        low, high, by = (self.value(x, "u32") for x in operands[1:])
        both = f"((u64){high} << 32 | {low})"
        self.put(
            operands[0],
            f"{both} << ({by} & 31) >> 32" if modifiers[0] == "l" else f"{both} >> ({by} & 31)",
        )

    def instruction(self, name, modifiers, operands):
        kind = modifiers[-1] if modifiers else ""
        values = lambda k=kind: [self.value(x, k) for x in operands[1:]]
        rest = modifiers[:-1]
        if name in ("ld", "st", "ldu"):
            return self.memory(name, modifiers, operands)
        if name == "atom":
            return self.atomic(modifiers, operands)
        if name == "cvt":
            return self.convert(modifiers, operands)
        if name == "cvta":
            return self.put(operands[0], self.value(operands[1], "u64"))
        if name == "shf" and kind == "b32":
            return self.funnel(rest, operands)
        if kind == "pred" and not rest:
            if name == "mov":
                return self.put(operands[0], values()[0])
            if name in LOGIC:
                return self.put(operands[0], f" {LOGIC[name]} ".join(values()))
            if name == "not":
                return self.put(operands[0], f"!{values()[0]}")
        check_kind(kind)
        if name in ("add", "addc", "sub", "subc", "mul", "mad", "madc"):
            return self.arithmetic(name, rest, kind, operands)
        if name == "setp" and len(rest) == 1 and rest[0] in COMPARE:
            a, b = values("u" + kind[1:] if rest[0] in ("lo", "ls", "hi", "hs") else kind)
            return self.put(operands[0], f"{a} {COMPARE[rest[0]]} {b}")
        if name == "selp" and not rest:
            a, b = (self.value(x, kind) for x in operands[1:3])
            return self.put(operands[0], f"{self.value(operands[3], 'pred')} ? {a} : {b}")
        if name == "prmt" and not rest:
            return self.put(operands[0], f"prmt({', '.join(values())})")
        if name == "lop3" and not rest:
            return self.put(operands[0], f"lop3({', '.join(values())})")
        if rest:
            raise Unknown("modifiers of " + name)
        bits = width(kind)
        if name == "mov":
            return self.move(kind, operands)
        if name in LOGIC:
            return self.put(operands[0], f" {LOGIC[name]} ".join(values()))
        if name in ("not", "neg"):
            return self.put(operands[0], f"{'~' if name == 'not' else '0 - '}(u64){values()[0]}")
        if name in ("shl", "shr"):
            value, by = self.value(operands[1], kind), self.value(operands[2], "u32")
            if name == "shl":
                return self.put(
                    operands[0], f"{by} < {bits} ? (u64){value} << ({by} & {bits - 1}) : 0"
                )
            over = f"({value} < 0 ? -1 : 0)" if kind[0] == "s" else "0"
            return self.put(operands[0], f"{by} < {bits} ? {value} >> ({by} & {bits - 1}) : {over}")
        if name in ("div", "rem"):
            return self.put(operands[0], f" {'/' if name == 'div' else '%'} ".join(values()))
        if name in ("min", "max"):
            a, b = values()
            return self.put(operands[0], f"{a} {'<' if name == 'min' else '>'} {b} ? {a} : {b}")
        if name == "bfe" and kind[0] == "u":
            value, (at, size) = (
                self.value(operands[1], kind),
                (self.value(x, "u32") + " & 255" for x in operands[2:]),
            )
            return self.put(
                operands[0],
                f"({at}) > {bits - 1} ? 0 : (u128)(u64){value} >> ({at}) & (((u128)1 << "
                f"({size})) - 1)",
            )
        if name == "clz":
            return self.put(
                operands[0],
                f"{self.value(operands[1], kind)} ? "
                f"__builtin_clzll((u64){self.value(operands[1], kind)}) - {64 - bits} : {bits}",
            )
        if name == "popc":
            return self.put(
                operands[0], f"__builtin_popcountll((u64){self.value(operands[1], 'u%d' % bits)})"
            )
        if name == "brev" and bits == 32:
            return self.put(operands[0], f"__builtin_bitreverse32({values()[0]})")
        raise Unknown(name)

    def statement(self, text):
        match = re.fullmatch(r"(?:@(!?)(%p\d+)\s+)?([a-z][a-z0-9]*)((?:\.\w+)*)\s*(.*)", text, re.S)
        if not match:
            raise Unknown("statement")
        inverted, predicate, name, modifiers, rest = match.groups()
        modifiers = modifiers.split(".")[1:]
        operands = (
            [x.strip() for x in re.findall(r"(?:\{[^}]*\}|\[[^\]]*\]|[^,{\[])+", rest)]
            if rest
            else []
        )
        if predicate:
            self.lines.append(f"if ({'!' if inverted else ''}{self.variable(predicate)}) {{")
        if name == "bra":
            if modifiers not in ([], ["uni"]):
                raise Unknown("bra")
            self.lines.append(f"goto {operands[0].replace('$', 'l_')};")
        elif name in ("ret", "exit"):
            self.lines.append("return;")
        elif (name, modifiers, operands) == ("bar", ["sync"], ["0"]):
            pass  # items share nothing that one could miss
        else:
            self.instruction(name, modifiers, operands)
        if predicate:
            self.lines.append("}")

    def directive(self, text):
        match = re.fullmatch(r"\.reg\s+\.(pred|[bus]\d+)\s+(.*)", text, re.S)
        if match:
            for name in match[2].split(","):
                many = re.fullmatch(r"\s*(%\w+)<(\d+)>\s*", name)
                names = [f"{many[1]}{i}" for i in range(int(many[2]))] if many else [name.strip()]
                self.kinds.update((one, match[1]) for one in names)
            return
        match = re.fullmatch(r"\.local\s+\.align\s+(\d+)\s+\.b8\s+(\w+)\[(\d+)\]", text)
        if match:
            self.arrays.append(match[2])
            self.lines.insert(0, f"u8 {match[2]}[{match[3]}] __attribute__((aligned({match[1]})));")
            return
        if re.match(r"\.(pragma|loc)\b", text):
            return
        raise Unknown("directive")

    def body(self, text):
        position = 0
        token = re.compile(
            r'\s*(?:(\$[\w$]+):|(//[^\n]*)|([^;{}"]*(?:\{[^{}]*\}[^;{}]*)*(?:"[^"]*"\s*)?);)'
        )
        text = text.strip()
        while position < len(text):
            match = token.match(text, position)
            if not match:
                raise Unknown(f"{self.name}: text {text[position : position + 80]!r}")
            label, comment, statement = match.groups()
            position = match.end()
            if label:
                self.has_carry = False
                self.lines.append(f"{label.replace('$', 'l_')}:;")
            elif comment:
                if "inline asm" in comment:
                    self.has_carry = False
            elif statement and statement.strip():
                statement = statement.strip()
                try:
                    (self.directive if statement[0] == "." else self.statement)(statement)
                except (Unknown, ValueError, KeyError, IndexError) as error:
                    raise Unknown(
                        f"{self.name}: {statement!r}: {type(error).__name__} {error}"
                    ) from error

    def text(self):
        variables = {}
        for name, kind in self.kinds.items():
            variables.setdefault("u8" if kind == "pred" else unsigned(kind), []).append(
                name.replace("%", "v_")
            )
        used = " ".join(self.lines)
        used = set(re.findall(r"v_\w+", used))
        declared = "".join(
            f"    {kind} {', '.join(n + ' = 0' for n in names if n in used)};\n"
            for kind, names in variables.items()
            if any(n in used for n in names)
        )
        return (
            f"void {self.name}(const unsigned char *parameters, unsigned ctaid, unsigned ntid, "
            f"unsigned tid) {{\n"
            f"    u64 address = 0, loaded = 0; u8 carry = 0;\n{declared}    "
            f"(void)parameters, (void)ctaid, (void)ntid, (void)tid, (void)address, (void)loaded, "
            f"(void)carry;\n    " + "\n    ".join(self.lines) + "\n}\n"
        )


def table(text):
    """A constant or global array of the module as (name, C text)."""
    match = re.fullmatch(
        r"(?:\.visible\s+|\.extern\s+|\.weak\s+)?\.(?:const|global)\s+\.align\s+(\d+)"
        r"\s+\.([bus]\d+)\s+(\w+)(?:\[(\d+)\])?"
        r"(?:\s*=\s*(\{[^}]*\}|[-\w]+))?",
        text,
        re.S,
    )
    if not match:
        raise Unknown(f"{text[:100]!r}")
    values = (match[5] or "0").strip("{} ")
    values = ", ".join(str(int(x, 0) % (1 << width(match[2]))) + "ull" for x in values.split(","))
    return (
        match[3],
        f"static {unsigned(match[2])} {match[3]}[{match[4] or 1}] "
        f"__attribute__((aligned({match[1]}))) = {{{values}}};\n",
    )


def to_c(ptx):
    asm_marks = re.sub(r"//(?! (?:begin|end) inline asm)[^\n]*", "", ptx)
    text = re.sub(r"/\*.*?\*/", "", asm_marks, flags=re.S)
    head, symbols, kernels, position = [HEAD], set(), {}, 0
    entry = re.compile(
        r"\s*(?:\.visible\s+|\.weak\s+)?\.entry\s+(\w+)\s*\(([^)]*)\)\s*"
        r"((?:\.(?:maxntid|minnctapersm|reqntid|maxnreg)[^\n]*\n\s*)*)\{"
    )
    header = re.compile(r"\s*\.(version|target|address_size|file)\b[^\n]*")
    while text[position:].strip():
        match = header.match(text, position)
        if match:
            position = match.end()
            continue
        match = entry.match(text, position)
        if not match:
            end = text.find(";", position)
            if end < 0:
                raise Unknown(f"{text[position : position + 100]!r}")
            name, line = table(text[position:end].strip())
            symbols.add(name)
            head.append(line)
            position = end + 1
            continue
        start, depth = match.end(), 1
        position = start
        while depth:
            depth += {"{": 1, "}": -1}.get(text[position], 0)
            position += 1
        kernel = Kernel(match[1], [x for x in match[2].split(",") if x.strip()], symbols)
        kernel.body(text[start : position - 1])
        kernels[kernel.name] = kernel.text()
    return "".join(head), kernels
