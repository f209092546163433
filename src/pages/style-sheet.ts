import { createHash } from 'node:crypto'

/** How the pages look: light and dark, narrow and wide, on screens and on paper. Text contrasts by 4.5 to 1 or more. */
export const styleSheet = `:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #101216); --card: light-dark(#fff, #181b21); --ink: light-dark(#191c21, #e6e8ec); --quiet: light-dark(#565d68, #a2a9b5);
  --line: light-dark(#dde1e7, #2d323b); --link: light-dark(#0b57b0, #8ab8ff);
  --good: light-dark(#12693a, #6fd79a); --good-soft: light-dark(#e3f4ea, #14301f);
  --fair: light-dark(#7a5200, #f0be5b); --fair-soft: light-dark(#fdf1d7, #332710);
  --bad: light-dark(#ad1b2a, #ff8f98); --bad-soft: light-dark(#fde8ea, #3a171b);
  --worst: light-dark(#7d0f3c, #ff86b4); --worst-soft: light-dark(#fbe1ec, #3a1226);
  --calm: light-dark(#3d4754, #b9c2cf); --calm-soft: light-dark(#eaedf1, #252a32);
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 66rem; padding: 0 1rem 4rem; font: 1rem/1.55 system-ui, sans-serif; background: var(--page); color: var(--ink) }
a { color: var(--link); text-underline-offset: .15em }
a:focus-visible { outline: .18rem solid var(--link); outline-offset: .15rem; border-radius: .2rem }
h1, h2 { line-height: 1.2; margin: 0; overflow-wrap: anywhere; text-wrap: balance }
h1 { font-size: clamp(1.4rem, 1rem + 2vw, 2rem) }
h2 { font-size: 1.15rem; margin-bottom: .6rem }
p { margin: .3rem 0 }
code { font: .9em/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
.site { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; padding: 1.1rem 0; color: var(--quiet); font-size: .9rem }
.mark { font-weight: 700; font-size: 1.1rem; letter-spacing: .01em; color: var(--ink); text-decoration: none }
main { display: grid; gap: 1rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: 1.25rem 1.4rem; min-width: 0 }
.summary { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1.5rem; align-items: center }
.grade { display: grid; place-items: center; align-content: center; min-width: 7rem; min-height: 7rem; padding: .5rem; border-radius: .7rem; text-align: center }
.grade strong { font-size: 3rem; line-height: 1 }
.grade span { font-size: .9rem }
.good { color: var(--good); background: var(--good-soft) } .fair { color: var(--fair); background: var(--fair-soft) } .bad { color: var(--bad); background: var(--bad-soft) } .worst { color: var(--worst); background: var(--worst-soft) } .calm { color: var(--calm); background: var(--calm-soft) }
.verdict { display: inline-block; padding: .1rem .7rem; border-radius: 1rem; font-weight: 650 }
.quiet { color: var(--quiet); font-size: .92rem; overflow-wrap: anywhere }
.counts { display: grid; grid-template-columns: repeat(5, minmax(0, 1fr)); gap: .5rem; margin: 0; padding: 0; list-style: none }
.counts li { padding: .55rem clamp(.4rem, 2vw, .9rem); border-radius: .5rem; font-size: clamp(.8rem, 3vw, 1rem) }
.counts strong { display: block; font-size: 1.5rem; line-height: 1.2 }
.warning { border-left: .35rem solid var(--fair) }
.warning ul { margin: .4rem 0 0; padding-left: 1.2rem; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse }
caption { text-align: left; font-weight: 650; font-size: 1.15rem; padding-bottom: .6rem }
th { white-space: nowrap; text-align: left; font-size: .85rem; color: var(--quiet); font-weight: 600 }
th, td { padding: .6rem .9rem .6rem 0; vertical-align: top; border-bottom: 1px solid var(--line) }
tbody tr:last-child td { border-bottom: 0 }
td { overflow-wrap: anywhere }
td p { margin: .1rem 0 }
.id { white-space: nowrap }
.label { display: inline-block; padding: .05rem .6rem; border-radius: 1rem; font-size: .85rem; font-weight: 650; white-space: nowrap }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.4rem; margin: 0 }
.facts dt { color: var(--quiet) } .facts dd { margin: 0; overflow-wrap: anywhere }
pre { margin: .6rem 0; padding: .8rem 1rem; border-radius: .5rem; background: var(--calm-soft); white-space: pre-wrap; overflow-wrap: anywhere }
button, input { font: inherit; padding: .45rem .9rem; margin: .3rem .5rem .3rem 0; border: 1px solid var(--quiet); border-radius: .5rem; background: var(--card); color: var(--ink) }
progress { width: 100%; height: .8rem; accent-color: var(--link) }
@media (max-width: 44rem) {
  .summary { grid-template-columns: 1fr } .grade { justify-self: start }
  .facts { grid-template-columns: 1fr; gap: 0 } .facts dd { margin-bottom: .5rem }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  table, tbody, tr, td { display: block } tr { padding: .8rem 0; border-bottom: 1px solid var(--line) } tbody tr:last-child { border: 0 } td { border: 0; padding: .12rem 0 }
  td[data-label]::before { content: attr(data-label) ': '; color: var(--quiet); font-size: .85rem } td[data-label] > p:first-child, td:first-child p { display: inline } .none { display: none } .id { white-space: normal }
}
@media print {
  :root { color-scheme: light } body { max-width: none; padding: 0; background: none; font-size: .8rem }
  .card { border-color: #aaa; break-inside: auto } tr, .summary, .counts { break-inside: avoid } a { color: inherit }
  .grade, .label, .verdict, .counts li { border: 1px solid currentcolor }
}
`

/** A path that changes with the style sheet, so that it may be kept for ever. */
export const styleSheetPath = `/pages/style-${createHash('sha256').update(styleSheet).digest('hex').slice(0, 16)}.css`
