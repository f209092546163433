import { createHash } from 'node:crypto'

/** How the pages of the reference look, in light and in dark. */
export const styleSheet = `:root { color-scheme: light dark; --line: light-dark(#d8dbe0, #363a42); --soft: light-dark(#f5f6f8, #1d2026); --link: light-dark(#0b57b0, #8ab8ff) }
* { box-sizing: border-box }
html { font-size: clamp(100%, .55rem + .45vw, 190%) }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; font: 1rem/1.55 system-ui, sans-serif; background: light-dark(#fff, #14161a); color: light-dark(#1b1e23, #e4e6ea) }
a { color: var(--link) }
h1, h2, h3, h4 { line-height: 1.25 }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1.5rem }
h3 { margin-top: 2.5rem }
code, pre { font: .9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
h1, h2, h3, li { overflow-wrap: anywhere }
pre { padding: .8rem 1rem; overflow-x: auto; background: var(--soft); border-radius: .4rem }
table { width: 100%; border-collapse: collapse; margin: .5rem 0 1rem }
th, td { padding: .35rem .6rem .35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
.warning { padding: .6rem 1rem; border-left: .3rem solid light-dark(#b35900, #f0a050); background: var(--soft) }
`

/** A path that changes with the style sheet, so that it may be kept for ever. */
export const styleSheetPath = `/docs/style-${createHash('sha256').update(styleSheet).digest('hex').slice(0, 16)}.css`
