/** Style sheet for the HTML report: system fonts, light and dark themes, no external resources. */
export const reportStyle = `
:root{color-scheme:light dark;--line:#d5d9df;--quiet:#57606a}
:root{--critical:#a40e26;--high:#b54708;--medium:#7a5d00;--low:#1f5f99}
@media (prefers-color-scheme:dark){
:root{--line:#3b424b;--quiet:#9aa4af}
:root{--critical:#ff8182;--high:#f0a04b;--medium:#e3c54d;--low:#79b8ff}
}
body{font:16px/1.5 system-ui,sans-serif;margin:0}
main{max-width:60rem;margin:0 auto;padding:1.5rem}
article+article{border-top:1px solid var(--line);padding-top:2rem;margin-top:2rem}
h1{font-size:1.5rem;margin:0;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:1.25rem 0 .25rem;overflow-wrap:anywhere}
header p,footer,small{color:var(--quiet);margin:.25rem 0}
.result{font-size:1.1rem}
.grade{border:2px solid;border-radius:.4rem;padding:0 .5rem}
.finding{border:1px solid var(--line);border-radius:.5rem;padding:.25rem 1rem .75rem;margin:1rem 0}
.severity{text-transform:uppercase;font-size:.75rem;letter-spacing:.04em}
.state{text-transform:uppercase;font-size:.75rem;border:1px solid;border-radius:.25rem;padding:0 .3rem}
.existing{color:var(--quiet)}
.critical,.problem{color:var(--critical)}
.high{color:var(--high)}
.medium{color:var(--medium)}
.low,.info{color:var(--low)}
details{margin:.25rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
pre{overflow-x:auto;border:1px solid var(--line);border-radius:.4rem;padding:.75rem}
code,pre{font:.875rem/1.45 ui-monospace,monospace}
li{overflow-wrap:anywhere}
@media print{details{break-inside:avoid}}
`
