import { bytesOf } from './cut-text.ts'

/** A part of a summary that can be told with fewer entries. */
export interface Section {
  /** How many entries there are. */
  readonly total: number
  /** Markdown with the first so many entries, which says how many are left out; empty when there is nothing to tell. */
  render(shown: number): string
}

/** What later sections are kept at least, where they need it. */
const reservedBytes = 2_500

/**
 * Joins sections, most important first, below a size in bytes of UTF-8: each gets what is left, but for a little
 * that is kept for those behind it. Entries are left out whole, so that no character, row or block is cut. Sections
 * that have no room at all are counted in the last line; empty if there is no room for that either.
 */
export function joinSections(sections: readonly Section[], most: number): string {
  const { text, omitted } = joined(sections, most)
  if (omitted === 0) return text
  const shorter = joined(sections, most - bytesOf(omittedLine(sections.length)) - gap.length)
  const whole = [shorter.text, omittedLine(shorter.omitted)].filter((part) => part !== '').join(gap)
  return bytesOf(whole) <= most ? whole : ''
}

const omittedLine = (sections: number) => `${sections} ${sections === 1 ? 'section is' : 'sections are'} left out here.`

function joined(sections: readonly Section[], most: number): { readonly text: string; readonly omitted: number } {
  const wholes = sections.map((section) => bytesOf(section.render(entriesTried(section, most))) + gap.length)
  const parts: string[] = []
  let left = most
  let omitted = 0
  for (const [index, section] of sections.entries()) {
    const reserved = wholes.slice(index + 1).reduce((sum, bytes) => sum + Math.min(bytes, reservedBytes), 0)
    const part = longestPart(section, Math.max(0, left - reserved) - gap.length)
    if (part === '') {
      if ((wholes[index] ?? 0) > gap.length) omitted += 1
      continue
    }
    parts.push(part)
    left -= bytesOf(part) + gap.length
  }
  return { text: parts.join(gap), omitted }
}

const gap = '\n\n'

/** The part with the most entries that is small enough; empty when not even one without entries is. */
function longestPart(section: Section, most: number): string {
  const tried = entriesTried(section, most)
  let [fits, exceeds] = [-1, tried + 1]
  let best = ''
  while (exceeds - fits > 1) {
    const shown = fits < 0 && exceeds === tried + 1 ? tried : Math.floor((fits + exceeds) / 2)
    const part = section.render(shown)
    if (bytesOf(part) <= most) {
      fits = shown
      best = part
    } else exceeds = shown
  }
  return best
}

/** No entry is shorter than this, so that of ten thousand only those are rendered that could find room. */
const shortestEntry = 20
const entriesTried = ({ total }: Section, most: number) => Math.min(total, Math.max(0, Math.ceil(most / shortestEntry)))

/** A section that is told wholly or not at all. */
export const wholeSection = (text: string): Section => ({ total: 0, render: () => text })

/** A heading and one line an entry, so many at `most`; nothing without entries. */
export function listSection(
  heading: string,
  entries: readonly string[],
  { isFolded = false, most = Number.POSITIVE_INFINITY } = {},
): Section {
  return {
    total: Math.min(entries.length, most),
    render: (room) => {
      if (entries.length === 0) return ''
      const shown = Math.min(room, most)
      const lines = [
        ...entries.slice(0, shown).map((entry) => `- ${entry}`),
        ...(shown < entries.length ? [`- and ${entries.length - shown} more, left out here`] : []),
      ].join('\n')
      return isFolded
        ? `<details><summary>${heading}</summary>\n\n${lines}\n\n</details>`
        : `**${heading}**\n\n${lines}`
    },
  }
}
