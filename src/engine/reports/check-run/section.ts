import { bytesOf } from './cut-text.ts'

/** Part of a summary that can be rendered with fewer entries. */
export interface Section {
  /** Number of entries. */
  readonly total: number
  /** Renders the first `shown` entries in Markdown and counts the others. Empty if there are no entries. */
  render(shown: number): string
}

/** Number of bytes reserved for each later section, unless that section needs less. */
const reservedBytes = 2_500

/**
 * Joins sections, most important first, into a string below `most` UTF-8 bytes. Each section may use the remaining
 * space minus a reserve for later sections. Entries are only dropped as a whole, so no character, row, or block is
 * truncated. The last line counts the sections that do not fit. Returns an empty string if that line does not fit
 * either.
 */
export function joinSections(sections: readonly Section[], most: number): string {
  const { text, omitted } = joined(sections, most)
  if (omitted === 0) return text
  const shorter = joined(sections, most - bytesOf(omittedLine(sections.length)) - gap.length)
  const whole = [shorter.text, omittedLine(shorter.omitted)].filter((part) => part !== '').join(gap)
  return bytesOf(whole) <= most ? whole : ''
}

const omittedLine = (sections: number) => `${sections} ${sections === 1 ? 'section is' : 'sections are'} not shown.`

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

/** Renders as many entries of the section as fit. Empty if the section does not fit even without entries. */
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

/**
 * Minimum size of an entry. Limits how many entries are rendered for a section with, for example, ten thousand of them.
 */
const shortestEntry = 20
const entriesTried = ({ total }: Section, most: number) => Math.min(total, Math.max(0, Math.ceil(most / shortestEntry)))

/** Creates a section that is shown completely or not at all. */
export const wholeSection = (text: string): Section => ({ total: 0, render: () => text })

/**
 * Creates a section with a heading and one line per entry, showing at most `most` entries. Empty if there are no
 * entries.
 */
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
        ...(shown < entries.length ? [`- ${entries.length - shown} more, not shown`] : []),
      ].join('\n')
      return isFolded
        ? `<details><summary>${heading}</summary>\n\n${lines}\n\n</details>`
        : `**${heading}**\n\n${lines}`
    },
  }
}
