"""Random kernels in the C of Kernel.h: the same seed gives the same text."""

import contextlib
import random
import struct

# Fields of struct Item by type. The letters name types in the rules below.
FIELDS = {
    "u": ["u0", "u1", "u2", "u3", "u4"],
    "w": ["w0", "w1", "w2"],
    "h": ["h0", "h1"],
    "b": ["b0", "b1"],
    "f": ["f0", "f1", "f2", "f3"],
    "d": ["d0", "d1"],
    "e": ["e0", "e1"],
    "g": ["g0", "g1"],
    "p": ["p0", "p1"],
    "q": ["q0", "q1"],
    "r": ["r0", "r1"],
}
READ_ONLY = {"u": ["local", "lane", "group"]}
# What is the same in all work-items of a workgroup.
UNIFORM = {"u": ["s0", "s1"], "w": ["t0"]}
NAMES = {
    "u": "u32", "w": "u64", "h": "u16", "b": "u8", "f": "f32", "d": "f64",
    "e": "f16", "g": "bf16", "p": "u16x2", "q": "f32x2", "r": "f16x2",
}  # fmt: skip

# Expressions by type. {t} is an expression of type t (c: a condition), {32} a
# literal below 32, {1-15} one from 1 to 15. Indices are masked to stay in bounds.
RULES = {
    "u": """
        {u} + {u}; {u} - {u}; {u} * {u}; {u} & {u}; {u} | {u}; {u} ^ {u}; ~{u}; -{u};
        {u} << ({u} & 31); {u} >> ({u} & 31); {u} << {32}; {u} >> {32}; ({u} << {32}) + {u};
        ({u} + {u}) << {32}; (s32){u} >> ({u} & 31); (s32){u} >> {32}; {c} ? {u} : {u};
        {u} + {u} + {u}; {u} ^ {u} ^ {u}; ({u} & {u}) | {u}; ({u} & ~{u}) ^ {u};
        ({u} << {32}) | {u}; {u} * {u} + {u}; ({u} & 0xffffff) * ({u} & 0xffffff);
        (u32)(s16){u} * (u32)(s16){u}; div32({u}, {u}); rem32({u}, {u}); sdiv32({u}, {u});
        srem32({u}, {u}); {u} / {1-9999}u; {u} % {1-9999}u; (s32){u} / {1-9999}; rotate32({u}, {u});
        rotate32({u}, {32}); field32({u}, {32}, {32}); field32({u}, {u}, {u});
        signedField32({u}, {32}, {32}); signedField32({u}, {u}, {u}); high32({u}, {u});
        shigh32({u}, {u}); median32({u}, {u}, {u}); distance32({u}, {u}); bytes32({u}, {u}, {u});
        bytes32({u}, {u}, 0x02070401); addOverflows({u}, {u}); mulOverflows({u}, {u});
        __builtin_popcount({u}); __builtin_clz({u} | 1); __builtin_ctz({u} | 0x80000000);
        __builtin_bitreverse32({u}); __builtin_bswap32({u}); __builtin_elementwise_min({u}, {u});
        __builtin_elementwise_max({u}, {u}); __builtin_elementwise_min((s32){u}, (s32){u});
        __builtin_elementwise_max((s32){u}, (s32){u}); __builtin_elementwise_add_sat({u}, {u});
        __builtin_elementwise_sub_sat({u}, {u}); __builtin_elementwise_add_sat((s32){u}, (s32){u});
        __builtin_elementwise_sub_sat((s32){u}, (s32){u}); {w}; {w} >> 32; {w} >> ({u} & 63); {h};
        {b}; (s16){h}; (s8){b}; (u32)(s8)({u} >> {25}); (u8)({u} >> {25}); (u32)(s16)({u} >> {17});
        (u32){h} << 16 | {h}; {b} << 8 | {b}; bits32({f}); bits64({d}); bits16({e}); bitsb16({g});
        toU32({f}); toS32({f}); toS32FromF64({d}); exponent32({f}); {p}.x; {p}.y * 65536u;
        bits32({q}.y); bits16({r}.x); in[{u} & 1023]; ((const GLOBAL u8 *)in)[{u} & 4095];
        (u32)((const GLOBAL s8 *)in)[{u} & 4095]; ((const GLOBAL u16 *)in)[{u} & 2047];
        (u32)((const GLOBAL s16 *)in)[{u} & 2047]; ((const GLOBAL u32x4 *)in)[{u} & 255].z;
        __builtin_popcountl({w}); __builtin_clzl({w} | 1); __builtin_ctzl({w} | 0x8000000000000000);
        it->own[{u} & 31]; ((GLOBAL u16 *)it->own)[{u} & 63]; (u32)((GLOBAL s8 *)it->own)[{u} & 127]
        """,
    "w": """
        {w} + {w}; {w} - {w}; {w} * {w}; {w} & {w}; {w} | {w}; {w} ^ {w}; ~{w}; -{w};
        {w} << ({u} & 63); {w} >> ({u} & 63); {w} << {64}; {w} >> {64}; (s64){w} >> ({u} & 63);
        (s64){w} >> {64}; {c} ? {w} : {w}; div64({w}, {w}); rem64({w}, {w}); sdiv64({w}, {w});
        {w} / {1-9999}u; (s64){w} % {1-9999}; (u64){u} * {u}; (u64){u} * {u} + {w};
        (s64)(s32){u} * (s32){u}; (u64)((s64)(s32){u} * (s32){u}) + {w}; (u64){u} << 32 | {u};
        {w} + {u}; {w} + (u64)(s32){u}; (s32){u}; {u}; {w} + ({w} << {5});
        __builtin_elementwise_min({w}, {w}); __builtin_elementwise_max({w}, {w});
        __builtin_elementwise_min((s64){w}, (s64){w}); __builtin_bitreverse64({w});
        __builtin_bswap64({w}); bits64({d}); toU64({f}); toS64({d});
        ((const GLOBAL u64 *)in)[{u} & 511]; ((GLOBAL u64 *)it->own)[{u} & 15]; {c} ? {w} + 1 : {w}
        """,
    "h": """
        {h} + {h}; {h} - {h}; (u32){h} * {h}; (u32){h} * {h} + {h}; {h} << {16}; {h} >> {16};
        (s16){h} >> ({u} & 15); {h} << ({u} & 15); {h} >> ({u} & 15); {h} & {h}; {h} | {h};
        {h} ^ {h}; (u16)~{h}; {c} ? {h} : {h}; {h} / ({h} | 1); {h} % ({h} | 1);
        __builtin_elementwise_min({h}, {h}); __builtin_elementwise_max({h}, {h});
        __builtin_elementwise_min((s16){h}, (s16){h});
        __builtin_elementwise_max((s16){h}, (s16){h}); __builtin_elementwise_add_sat({h}, {h});
        __builtin_elementwise_sub_sat({h}, {h}); __builtin_elementwise_add_sat((s16){h}, (s16){h});
        __builtin_bitreverse16({h}); __builtin_bswap16({h}); {u}; {u} >> 16; {b} | {b} << 8;
        (s8){b}; bits16({e}); bitsb16({g}); toU16({e}); toS16({e}); {p}.x; {p}.y
        """,
    "b": """
        {b} + {b}; {b} - {b}; {b} * {b}; {b} << {8}; {b} >> {8}; (s8){b} >> ({u} & 7); {b} ^ {b};
        {c} ? {b} : {b}; __builtin_elementwise_max({b}, {b}); {u}; {u} >> {25}; {h};
        {b} / ({b} | 1); __builtin_bitreverse8({b})
        """,
    "f": """
        {f} + {f}; {f} - {f}; {f} * {f}; {f} / {f}; {f} * {f} + {f}; -{f}; {f} * {f}; {f} + {f};
        {f} * 2.0f; {f} * 0.5f + {f}; 1.0f / {f}; __builtin_fmaf({f}, {f}, {f});
        __builtin_fmaf(-{f}, {f}, {f}); __builtin_fmaf({f}, {f}, -{f}); __builtin_sqrtf({f});
        __builtin_fabsf({f}); -__builtin_fabsf({f}); {f} < {f} ? {f} : {f}; {c} ? {f} : {f};
        minNum32({f}, {f}); maxNum32({f}, {f}); __builtin_elementwise_minimum({f}, {f});
        __builtin_elementwise_maximum({f}, {f}); maxNum32(maxNum32({f}, {f}), {f});
        minNum32(maxNum32({f}, -1.0f), 1.0f); __builtin_floorf({f}); __builtin_ceilf({f});
        __builtin_truncf({f}); __builtin_rintf({f}); __builtin_roundf({f});
        {f} - __builtin_floorf({f}); withSign32({f}, {f}); mantissa32({f}); scale32({f}, {u});
        (f32){u}; (f32)(s32){u}; (f32){w}; (f32)(s64){w}; (f32){b}; (f32)(u8)({u} >> {25});
        (f32){d}; (f32){e}; (f32){g}; (f32){h}; float32({u}); moderate32({u}); moderate32({u});
        {q}.x; {q}.y; (f32){r}.x * (f32){r}.y + {f}; (f32)(s16){h}
        """,
    "d": """
        {d} + {d}; {d} - {d}; {d} * {d}; {d} / {d}; -{d}; {d} * {d} + {d};
        __builtin_fma({d}, {d}, {d}); __builtin_fma(-{d}, {d}, {d}); __builtin_sqrt({d});
        __builtin_fabs({d}); {d} < {d} ? {d} : {d}; {c} ? {d} : {d}; maxNum64({d}, {d});
        __builtin_floor({d}); __builtin_ceil({d}); __builtin_trunc({d}); __builtin_rint({d});
        scale64({d}, {u}); (f64){u}; (f64)(s32){u}; (f64){w}; (f64)(s64){w}; (f64){f}; float64({w});
        moderate64({w}); moderate64({w})
        """,
    "e": """
        {e} + {e}; {e} - {e}; {e} * {e}; {e} / {e}; -{e}; (f16)({e} * {e}) + {e};
        fma16({e}, {e}, {e}); fma16(-{e}, {e}, {e}); {e} < {e} ? {e} : {e}; {c} ? {e} : {e};
        toF16({f}); toF16({f} * {f}); float16({h}); (f16)(s16)({h} & 1023); {r}.x; {r}.y; {b};
        toF16(__builtin_sqrtf((f32){e})); toF16(__builtin_floorf((f32){e})); __builtin_elementwise_abs({e})
        """,
    "g": """
        {f}; {f} * {f}; (f32){g} + (f32){g}; (f32){g} * (f32){g}; {c} ? {g} : {g}; floatb16({h});
        (bf16)(f32){e}
        """,
    "p": """
        {p} + {p}; {p} - {p}; {p} * {p}; {p} * {p} + {p}; {p} & {p}; {p} ^ {p}; {p} << (u16){16};
        {p} >> (u16){16}; {p} << ({p} & (u16)15); {p} >> ({p} & (u16)15);
        __builtin_elementwise_min({p}, {p}); __builtin_elementwise_max({p}, {p});
        __builtin_elementwise_add_sat({p}, {p}); __builtin_elementwise_sub_sat({p}, {p});
        (u16x2){{{h}, {h}}}; {p}.yx; {p}.xx + {p}
        """,
    "q": """
        {q} + {q}; {q} - {q}; {q} * {q}; -{q}; {q}.yx; {q}.yy * {q};
        __builtin_elementwise_fma({q}, {q}, {q}); __builtin_elementwise_fma(-{q}.yx, {q}, {q}.xx);
        (f32x2){{{f}, {f}}}; {q} * {q}.yx + {q}; {q} * {f};
        __builtin_elementwise_fma({q}, (f32x2){f}, {q})
        """,
    "r": """
        {r} + {r}; {r} - {r}; {r} * {r}; -{r}; {r}.yx; {r}.yy * {r}; fma16x2({r}, {r}, {r});
        fma16x2(-{r}.yx, {r}, {r}.xx); pair16({e}, {e}); pair16(toF16({f}), toF16({f}))
        """,
    "c": """
        {u} < {u}; {u} == {u}; (s32){u} < (s32){u}; (s32){u} >= {100}; {u} & {100}; {u} > {1-9999}u;
        {w} < {w}; {w} != {w}; (s64){w} <= (s64){w}; {h} < {h}; (s16){h} > (s16){h}; {b} == {b};
        {f} < {f}; {f} <= {f}; {f} == {f}; {f} != {f}; !({f} < {f}); !({f} >= {f}); {f} > 0.0f;
        {d} < {d}; {d} != {d}; !({d} > {d}); {e} < {e}; !({e} <= {e}); {u} & 1; !({c});
        ({c}) && ({c}); ({c}) || ({c}); __builtin_isinf({f}); __builtin_isnan({f});
        __builtin_isnormal({f}); __builtin_fabsf({f}) < {f}; {f} == 0.0f
        """,
}  # fmt: skip

INTEGERS = [0, 1, 2, 3, 7, 8, 16, 31, 32, 63, 64, 65, 255, 256, 0x7FFF, 0x8000]
INTEGERS += [0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFF]
FLOATS = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0, 0.1, 1.5, 3.0]

_RULES = {t: [" ".join(r.split()) for r in text.split(";")] for t, text in RULES.items()}

# One kind of atomic per row of 16 cells, of which there are four in LDS and
# four in global memory: different operations on one cell do not commute. Floats
# add small integers, which is exact in any order.
ATOMICS = [
    ("u32", "add", "{u}"),
    ("u32", "sub", "{u}"),
    ("u32", "and", "{u} | 0xf000f000"),
    ("u32", "or", "{u} & 0x11111111"),
    ("u32", "xor", "{u}"),
    ("u32", "max", "{u}"),
    ("s32", "max", "(s32){u}"),
    ("s32", "min", "(s32){u}"),
    ("u64", "add", "{w}"),
    ("u64", "xor", "{w}"),
    ("u64", "max", "{w}"),
    ("s64", "min", "(s64){w}"),
    ("f32", "add", "(f32)({u} & 1023)"),
    ("f32", "max", "(f32)(s32)({u} & 0xfffff)"),
    ("f64", "add", "(f64)(s32){u}"),
]

# Atomics on a cell that one work-item has alone: the old value is known, too.
OWN_ATOMICS = [
    "__atomic_fetch_add({cell}, {u}, __ATOMIC_RELAXED)",
    "__atomic_fetch_sub({cell}, {u}, __ATOMIC_RELAXED)",
    "__atomic_fetch_and({cell}, {u}, __ATOMIC_RELAXED)",
    "__atomic_fetch_or({cell}, {u}, __ATOMIC_RELAXED)",
    "__atomic_fetch_xor({cell}, {u}, __ATOMIC_RELAXED)",
    "__atomic_fetch_max({cell}, {u}, __ATOMIC_RELAXED)",
    "__atomic_fetch_min({cell}, {u}, __ATOMIC_RELAXED)",
    "__atomic_exchange_n({cell}, {u}, __ATOMIC_RELAXED)",
]

LANE_OPERATIONS = [
    "SHUFFLE({field}, {u})",
    "READ_LANE({field}, {64})",
    "FIRST_LANE({field})",
    "SWIZZLE_XOR({field}, {32})",
    "QUAD({field}, {256})",
    "ROW_RIGHT({field}, {1-15})",
    "ROW_ROTATE({field}, {1-15})",
    "ROW_MIRROR({field})",
]


class RandomKernel:
    """One kernel. `text` is its C source; it is launched with `groups`
    workgroups of `size` work-items."""

    OUTERMOST = "  "  # indentation of a phase's statements

    def __init__(self, name, seed):
        self.rng = random.Random(seed)
        self.name = name
        self.groups = self.rng.randint(1, 3)
        # Lane operations need whole waves.
        self.whole_waves = self.rng.random() < 0.7
        self.size = (
            64 * self.rng.randint(1, 3) if self.whole_waves else self.rng.randint(1, 200)
        )
        # A kernel favours some types, so that it gets far with each.
        self.types = self.rng.sample("wwhbffffdegpqr", 4) + ["u", "u"]
        self.locals = {}
        self.functions = []
        self.uniform = False
        self.counter = 0
        self.loops = 0
        self.lds_readable = False
        self.atomic_rows = [self.rng.choice(ATOMICS) for _ in range(8)]
        self.text = self._kernel()

    # Expressions.

    def _literal(self, t):
        rng = self.rng
        if t in "uwhb":
            bits = {"u": 32, "w": 64, "h": 16, "b": 8}[t]
            value = rng.choice(
                [rng.choice(INTEGERS), rng.randint(0, 64), -rng.randint(1, 16), rng.getrandbits(bits)]
            )
            value &= (1 << bits) - 1
            return f"({NAMES[t]}){value:#x}{'ul' if t == 'w' else 'u'}"
        value = rng.choice([rng.choice(FLOATS), rng.uniform(-9, 9), rng.uniform(-1, 1) * 2.0 ** rng.randint(-140, 120)])
        if t == "d":
            return f"({value.hex()})"
        if t == "f":
            value = struct.unpack("f", struct.pack("f", value))[0]
            return rng.choice([f"({value.hex()}f)"] * 9 + ["__builtin_inff()"])
        if t in "eg":
            return f"({NAMES[t]})({rng.choice(FLOATS)}f)"
        element = {"p": "h", "q": "f", "r": "e"}[t]
        pair = f"{self._literal(element)}, {self._literal(element)}"
        return f"pair16({pair})" if t == "r" else f"({NAMES[t]}){{{pair}}}"

    def _leaf(self, t):
        rng = self.rng
        if rng.random() < 0.2 and not (t in "pqr" and self.uniform):
            return self._literal(t)
        if self.uniform:
            if t in UNIFORM:
                return "it->" + rng.choice(UNIFORM[t])
            return self._literal(t)
        names = ["it->" + n for n in FIELDS[t] + READ_ONLY.get(t, []) + UNIFORM.get(t, [])]
        return rng.choice(names + 2 * self.locals.get(t, []))

    def _expression(self, t, depth):
        """An expression of type t in parentheses. At depth 0 a variable or a
        literal."""
        if depth <= 0 or self.rng.random() < 0.1:
            return f"{self._leaf('u')} < {self._leaf('u')}" if t == "c" else self._leaf(t)
        if t == "u" and not self.uniform and self.lds_readable and self.rng.random() < 0.1:
            return f"((u32)({self._lds_read(depth - 1)}))"
        if t == "u" and not self.uniform and self.functions and self.rng.random() < 0.06:
            return self._call(depth - 1)
        while True:
            rule = self.rng.choice(_RULES[t])
            if not (self.uniform and "it->" in rule):
                text = self._fill(rule, depth - 1)
                # Casts undo C's promotion to int.
                return f"(({NAMES[t]})({text}))" if t in "uwhbeg" else f"({text})"

    def _fill(self, rule, depth, **names):
        """Replaces what stands in braces; double braces are braces."""
        out, at = [], 0
        while at < len(rule):
            if rule.startswith(("{{", "}}"), at):
                out.append(rule[at])
                at += 2
            elif rule[at] == "{":
                close = rule.index("}", at)
                key = rule[at + 1 : close]
                if key in names:
                    out.append(names[key])
                elif "-" in key:
                    low, high = key.split("-")
                    out.append(str(self.rng.randint(int(low), int(high))))
                elif key.isdigit():
                    out.append(str(self.rng.randrange(int(key))))
                else:
                    out.append(self._expression(key, depth))
                at = close + 1
            else:
                out.append(rule[at])
                at += 1
        return "".join(out)

    def _lds_read(self, depth):
        index = self._expression("u", depth)
        return self.rng.choice(
            [
                f"lds[{index} & 511]",
                f"lds[512 + ({index} & 63)]",
                f"((LDS u16 *)lds)[{index} & 1023]",
                f"((LDS u8 *)lds)[{index} & 2047]",
                f"(u32)((LDS s8 *)lds)[{index} & 2047]",
                f"(u32)((LDS u64 *)lds)[{index} & 255]",
                f"(u32)(((LDS u64 *)lds)[{index} & 127] >> 32)",
                f"((LDS u32x4 *)lds)[{index} & 127].y",
                f"lds[({index} & 255) + 7] ^ lds[({index} & 127) + 100]",
            ]
        )

    def _call(self, depth):
        name, parameters = self.rng.choice(self.functions)
        return f"{name}(it, in, {', '.join(self._expression(t, depth) for t in parameters)})"

    # Statements.

    @contextlib.contextmanager
    def _scope(self):
        """Names declared inside end with it."""
        saved = {t: list(names) for t, names in self.locals.items()}
        yield
        self.locals = saved

    def _new_name(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def _type(self):
        return self.rng.choice(self.types)

    def _assign(self, pad):
        t = self._type()
        value = self._expression(t, self.rng.randint(1, 4))
        if pad != self.OUTERMOST:
            value = f"opaque_{NAMES[t]}({value})"  # Kernel.h says why
        return [f"{pad}it->{self.rng.choice(FIELDS[t])} = {value};"]

    def _assign_uniform(self, pad):
        self.uniform = True
        t = self.rng.choice("uuw")
        text = f"{pad}it->{self.rng.choice(UNIFORM[t])} = {self._expression(t, 3)};"
        self.uniform = False
        return [text]

    def _declare(self, pad):
        t = self._type()
        value = self._expression(t, 2)
        name = self._new_name("v")
        self.locals.setdefault(t, []).append(name)
        return [f"{pad}{NAMES[t]} {name} = {value};"]

    def _block(self, pad, depth, count):
        lines = []
        with self._scope():
            for _ in range(self.rng.randint(1, count)):
                lines += self._statement(pad + "  ", depth)
        return lines

    def _if(self, pad, depth):
        lines = [f"{pad}if ({self._expression('c', 2)}) {{", *self._block(pad, depth - 1, 3)]
        if self.rng.random() < 0.5:
            lines += [f"{pad}}} else {{", *self._block(pad, depth - 1, 3)]
        return [*lines, f"{pad}}}"]

    def _for(self, pad, depth):
        index = self._new_name("i")
        bound = self.rng.choice(["{u} & 7", "{u} & 3", "{6}u", "it->s0 & 7", "it->lane & 7"])
        head = f"{pad}for (u32 {index} = 0; {index} < ({self._fill(bound, 1)}); ++{index}) {{"
        self.loops += 1
        with self._scope():
            self.locals.setdefault("u", []).append(index)
            body = self._block(pad, depth - 1, 3)
        self.loops -= 1
        return [head, *body, f"{pad}}}"]

    def _leave(self, pad):
        word = self.rng.choice(["break", "continue"])
        return [f"{pad}if ({self._expression('c', 1)})", f"{pad}  {word};"]

    def _switch(self, pad, depth):
        cases = self.rng.randint(2, 9)
        loops, self.loops = self.loops, 0  # a break would leave the switch
        lines = [f"{pad}switch ({self._expression('u', 1)} % {cases + 1}u) {{"]
        for i in range(cases):
            lines += [f"{pad}case {i}: {{", *self._block(pad, 0, 2), f"{pad}}}"]
            if self.rng.random() < 0.8:
                lines.append(f"{pad}  break;")
            else:
                lines.append(f"{pad}  __attribute__((fallthrough));")
        self.loops = loops
        return [*lines, f"{pad}default:", f"{pad}  it->u3 += 5;", f"{pad}}}"]

    def _array(self, pad, depth):
        """An array of the work-item's own, in registers or scratch."""
        name, index = self._new_name("a"), self._new_name("i")
        t = self.rng.choice("uuwhbf")
        log = self.rng.randint(2, 5)
        mask = (1 << log) - 1
        lines = [f"{pad}{{", f"{pad}{NAMES[t]} {name}[{mask + 1}];"]
        with self._scope():
            self.locals.setdefault("u", []).append(index)
            lines += [
                f"{pad}for (u32 {index} = 0; {index} <= {mask}; ++{index})",
                f"{pad}  {name}[{index}] = {self._expression(t, 1)};",
            ]
        with self._scope():
            for _ in range(self.rng.randint(1, 3)):
                at, other = self._expression("u", 1), self._expression("u", 1)
                lines.append(f"{pad}{name}[{at} & {mask}] = {self._expression(t, 1)};")
                self.locals.setdefault(t, []).append(f"{name}[{other} & {mask}]")
            lines += self._block(pad, depth - 1, 3)
        value = f"opaque_{NAMES[t]}({name}[{self._leaf('u')} & {mask}])"
        return [*lines, f"{pad}it->{self.rng.choice(FIELDS[t])} = {value};", f"{pad}}}"]

    def _store(self, pad):
        kind, t, mask = self.rng.choice(
            [("u32", "u", 31), ("u8", "b", 127), ("u16", "h", 63), ("u64", "w", 15), ("f64", "d", 15)]
        )
        value = self._expression(t, 2)
        if t == "d":
            kind, value = "u64", f"bits64({value})"
        if self.rng.random() < 0.15:
            kind, mask, value = "u32x4", 7, f"(u32x4){{{value}, {self._leaf('u')}, 7, {self._leaf('u')}}}"
            value = value.replace("{(", "{(u32)(", 1)
        return [f"{pad}((GLOBAL {kind} *)it->own)[{self._expression('u', 1)} & {mask}] = {value};"]

    def _store_lds(self, pad):
        kind, t, count = self.rng.choice([("u32", "u", 2), ("u8", "b", 8), ("u16", "h", 4), ("u64", "w", 1)])
        at = f" + ({self._expression('u', 1)} & {count - 1})" if count > 1 else ""
        return [f"{pad}((LDS {kind} *)lds)[it->local * {count}{at}] = {self._expression(t, 2)};"]

    def _atomic(self, pad):
        # Rows 0 to 3 lie in LDS, which is written in this phase or read.
        row = self.rng.randrange(4, 8) if self.lds_readable else self.rng.randrange(8)
        kind, operation, value = self.atomic_rows[row]
        wide = kind in ("u64", "s64", "f64")
        base, space = ("shared", "GLOBAL") if row & 4 else ("lds + 512", "LDS")
        first = (row & 3) * (8 if wide else 16)
        at = f"{first} + ({self._expression('u', 1)} & {7 if wide else 15})"
        value = self._fill(value, 2)
        return [f"{pad}__atomic_fetch_{operation}(({space} {kind} *)({base}) + {at}, {value}, __ATOMIC_RELAXED);"]

    def _own_atomic(self, pad):
        cell = f"it->own + ({self._expression('u', 1)} & 31)"
        if not self.lds_readable and self.rng.random() < 0.5:
            cell = f"lds + 2 * it->local + ({self._expression('u', 1)} & 1)"
        call = self._fill(self.rng.choice(OWN_ATOMICS), 1, cell=cell)
        return [f"{pad}it->{self.rng.choice(FIELDS['u'])} = {call};"]

    def _compare_exchange(self, pad):
        name, result = self._new_name("v"), self._new_name("v")
        cell = f"it->own + ({self._leaf('u')} & 31)"
        return [
            f"{pad}u32 {name} = {self.rng.choice(['*(' + cell + ')', self._leaf('u')])};",
            f"{pad}u32 {result} = __atomic_compare_exchange_n({cell}, &{name}, {self._expression('u', 1)}, 0, "
            "__ATOMIC_RELAXED, __ATOMIC_RELAXED);",
            f"{pad}it->u1 ^= {name} * 2 + {result};",
        ]

    def _statement(self, pad, depth):
        choices = [self._assign] * 8 + [self._declare] * 3 + [self._store] * 2 + [self._own_atomic]
        choices += [self._compare_exchange, self._atomic]
        if not self.lds_readable:
            choices += [self._store_lds] * 2
        if self.loops:
            choices += [self._leave] * 2
        nested = [self._if, self._if, self._for, self._for, self._switch, self._array]
        if depth > 0 and self.rng.random() < 0.4:
            return self.rng.choice(nested)(pad, depth)
        return self.rng.choice(choices)(pad)

    # Functions, phases, the kernel.

    def _function(self):
        """A function without side effects: inlined, called or recursive."""
        name = f"{self.name}_f{len(self.functions)}"
        parameters = ["u"] + [self.rng.choice("uuwfdhe") for _ in range(self.rng.randint(0, 3))]
        names = [f"x{i}" for i in range(len(parameters))]
        for t, n in zip(parameters, names):
            self.locals.setdefault(t, []).append(n)
        value = self._expression("u", 3)
        if self.rng.random() < 0.3:
            rest = "".join(f", {self._expression(t, 1)}" for t in parameters[1:])
            value = f"(x0 & 7) == 0 ? {value} : {name}(it, in, (x0 & 7) - 1{rest}) * 3 + x0"
        self.locals = {}
        self.functions.append((name, parameters))
        inline = self.rng.choice(["inline", "__attribute__((noinline))"])
        signature = ", ".join(f"{NAMES[t]} {n}" for t, n in zip(parameters, names))
        return [
            f"static {inline} u32 {name}(const struct Item *it, const GLOBAL u32 *in, {signature}) {{",
            f"  return {value};",
            "}",
        ]

    def _lane_phase(self):
        source, target = self.rng.sample(FIELDS["u"], 2)
        if self.rng.random() < 0.2:
            return [f"  it->w0 = BALLOT({source}, {self.rng.randrange(32)});"]
        operation = self._fill(self.rng.choice(LANE_OPERATIONS), 1, field=source)
        return [f"  it->{target} = {operation};"]

    def _phase(self):
        lines = []
        for _ in range(self.rng.randint(2, 6)):
            lines += self._assign_uniform(self.OUTERMOST) if self.rng.random() < 0.15 else self._statement(self.OUTERMOST, 3)
        self.locals = {}
        return lines

    def _kernel(self):
        lines = []
        for _ in range(self.rng.randint(0, 2)):
            lines += self._function()
        phases = []
        for i in range(self.rng.randint(2, 5)):
            # LDS is written in one phase and read in the next.
            self.lds_readable = i % 2 == 1
            is_lane_phase = self.whole_waves and self.rng.random() < 0.3
            body = self._lane_phase() if is_lane_phase else self._phase()
            phases.append(f"{self.name}_p{i}")
            lines += [f"static void {phases[-1]}(PHASE_PARAMETERS) {{", *body, "}"]
        lines.append(f"BEGIN_KERNEL({self.name})")
        lines += [f"PHASE({phase})" for phase in phases]
        return "\n".join([*lines, "END_KERNEL", ""])
