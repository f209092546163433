import { type ClaimedModule, claimedModule } from './claimed-module.ts'

/** Text that a bundler says to come from one file of another package; offsets are in UTF-16 units. */
export interface MarkedSection {
  readonly start: number
  readonly end: number
  readonly module: ClaimedModule
}

/**
 * Comments by which bundlers say whose code follows: `// node_modules/x/index.js` of esbuild, tsup and bun, `//#region`
 * and `//#endregion` of rolldown and tsdown, `;// ./node_modules/x/index.js` and `// MODULE: ./node_modules/x/index.js`
 * of webpack and rspack where they put modules together.
 */
const mark = new RegExp(
  String.raw`^[ \t]*(?:(\/\/#endregion\b)|(\/\*{3}\/)|\/\/#region[ \t]+(\S[^\n]*)|` +
    String.raw`;\/\/ (?:CONCATENATED MODULE: )?(\S[^\n]*)|\/\/ MODULE: (\S[^\n]*)|` +
    String.raw`\/\/ ((?:[^\s<>"'\x60()]|\\ )+\.(?:[cm]?[jt]sx?|json|node|wasm|vue|svelte|txt|md|html)|` +
    String.raw`<[^\n>]*>|[\w-]+:\S*|\(disabled\):\S*))[ \t]*\r?$`,
  'gm',
)

/**
 * Sections of other packages in a text, ascending; none overlap. What stands between a mark and the next one is the
 * module's, whoever wrote the mark.
 */
export function markedSections(text: string): MarkedSection[] {
  if (!text.includes('node_modules/')) return []
  const found: MarkedSection[] = []
  let open: { readonly start: number; readonly module: ClaimedModule } | undefined
  const close = (end: number) => {
    if (open && end > open.start) found.push({ ...open, end })
    open = undefined
  }
  for (const match of text.matchAll(mark)) {
    close(match.index)
    const path = match[3] ?? match[4] ?? match[5] ?? match[6]
    const module = path === undefined ? undefined : claimedModule(path)
    if (module) open = { start: match.index + match[0].length, module }
  }
  close(text.length)
  return found
}

/** The section that an offset lies in. */
export function sectionAt<Section extends { readonly start: number; readonly end: number }>(
  sections: readonly Section[],
  offset: number,
): Section | undefined {
  let [from, to] = [0, sections.length]
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if ((sections[middle]?.start ?? 0) <= offset) from = middle
    else to = middle
  }
  const found = sections[from]
  return found && found.start <= offset && offset < found.end ? found : undefined
}
