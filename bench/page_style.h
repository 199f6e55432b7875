// The style of the page of a report: light or dark as the reader's system is, and one column on a
// phone.
#pragma once

namespace bench {

constexpr const char *page_style = R"(
:root{color-scheme:light dark;--bg:#f7f7f4;--card:#fff;--ink:#1b2126;--soft:#5a6570;--line:#dde1e4;
--ours:#0d7a74;--band:#0d7a7433;--two:#b4501e;--two-band:#b4501e33;--other:#7b8794;--slow:#b3261e}
@media (prefers-color-scheme:dark){:root{--bg:#121518;--card:#1a1f23;--ink:#e7eaec;--soft:#9aa5af;
--line:#2e363d;--ours:#49c5ba;--band:#49c5ba33;--two:#f0a06a;--two-band:#f0a06a33;--other:#8d99a5;
--slow:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,
"Segoe UI",Roboto,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1180px;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:clamp(1.5rem,4.5vw,2.4rem);line-height:1.15;margin:0 0 .4rem;overflow-wrap:anywhere}
h2{font-size:1.45rem;margin:3rem 0 .6rem;padding-top:.8rem;border-top:2px solid var(--ours)}
h3{font-size:1.1rem;margin:0 0 .3rem}
p{max-width:70ch;margin:.3rem 0 1rem;color:var(--soft)}
.lead{font-size:1.05rem;overflow-wrap:anywhere}
code,svg .n{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{font-size:.88em}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.1rem;
margin:0 0 1.2rem}
.heads{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:1rem;
margin:1.4rem 0}
.heads div{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--ours);
border-radius:10px;padding:.9rem 1rem}
.heads b{display:block;font-size:2rem;line-height:1.2;color:var(--ours)}
.heads span{color:var(--soft);font-size:.92rem;line-height:1.4;display:block}
figure{margin:0;display:grid;gap:1.2rem 2rem;grid-template-columns:minmax(0,1fr)}
@media (min-width:860px){figure{grid-template-columns:repeat(2,minmax(0,1fr))}
figure>.scroll{grid-column:1/-1}
figure.beside{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}
figure.beside>.scroll,figure>svg:first-child:nth-last-child(2)~.scroll{grid-column:auto}}
svg{display:block;width:100%;max-width:560px;height:auto;overflow:visible}
svg text{fill:var(--ink);font-size:12px}svg .s{fill:var(--soft);font-size:11px}
svg .e{text-anchor:end}svg .m{text-anchor:middle}svg .b{font-weight:600}
svg .g{stroke:var(--line)}svg .a{stroke:var(--soft)}svg .w{stroke:var(--ink);stroke-width:1.5}
svg .o{fill:var(--ours)}svg .x{fill:var(--slow)}svg .h{fill:var(--card);stroke:var(--other);
stroke-width:2}
svg .l0{fill:none;stroke:var(--ours);stroke-width:2}svg .p0{fill:var(--ours)}
svg .d0{fill:var(--band)}svg .d1{fill:var(--two-band)}
svg .l1{fill:none;stroke:var(--two);stroke-width:2;stroke-dasharray:6 3}svg .p1{fill:var(--two)}
svg .i{fill:none;stroke:var(--soft);stroke-width:1.5;stroke-dasharray:1.5 4;stroke-linecap:round}
@media (max-width:600px){section{padding:.8rem}svg text{font-size:14.5px}svg .s{font-size:13px}
svg .q{display:none}}
.scroll{overflow-x:auto;align-self:start}
table{border-collapse:collapse;font-size:.84rem;width:100%}
caption{text-align:left;color:var(--soft);padding:0 0 .3rem}
th,td{text-align:left;padding:.22rem .7rem .22rem 0;border-bottom:1px solid var(--line);
white-space:nowrap;font-weight:400}
thead th{color:var(--soft);vertical-align:bottom}
.r{text-align:right}
.notes{color:var(--soft);font-size:.85rem;padding-left:1.2rem;margin:.8rem 0 0}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:.7rem 2rem;
margin:0}
dt{color:var(--soft);font-size:.82rem}dd{margin:0;overflow-wrap:anywhere}
)";

}  // namespace bench
