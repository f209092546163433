import { type ClaimedModule, claimedModule } from './claimed-module.ts'

/** Text that a bundler attributes to one file from another package. Offsets are in UTF-16 code units. */
export interface MarkedSection {
  readonly start: number
  readonly end: number
  readonly module: ClaimedModule
}

/**
 * Comments that bundlers write before a module's code: `// node_modules/x/index.js` from esbuild, tsup, and bun,
 * `//#region` and `//#endregion` from rolldown and tsdown, and `;// ./node_modules/x/index.js` and `// MODULE:
 * ./node_modules/x/index.js` from webpack and rspack for concatenated modules.
 */
const mark = new RegExp(
  String.raw`^[ \t]*(?:(\/\/#endregion\b)|(\/\*{3}\/)|\/\/#region[ \t]+(\S[^\n]*)|` +
    String.raw`;\/\/ (?:CONCATENATED MODULE: )?(\S[^\n]*)|\/\/ MODULE: (\S[^\n]*)|` +
    String.raw`\/\/ ((?:[^\s<>"'\x60()]|\\ )+\.(?:[cm]?[jt]sx?|json|node|wasm|vue|svelte|txt|md|html)|` +
    String.raw`<[^\n>]*>|[\w-]+:\S*|\(disabled\):\S*))[ \t]*\r?$`,
  'gm',
)

/**
 * Returns the sections that belong to other packages in ascending order, without overlaps. Code between a comment and
 * the next one is attributed to the module, even if the comment is forged.
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

/** Returns the section that contains an offset. */
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
