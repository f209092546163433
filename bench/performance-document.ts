import type { Measurement } from './measurement.ts'

/** On what a part was measured, and when. */
export interface Circumstances {
  /** ISO 8601, in UTC. */
  readonly date: string
  readonly processor: string
  readonly cores: number
  readonly memoryGB: number
  readonly node: string
  /** Of this project; `-changed` behind it where the tree had more than the commit. */
  readonly commit: string
}

export interface MeasuredPart {
  readonly id: string
  readonly measurements: readonly Measurement[]
  readonly circumstances: Circumstances | undefined
}

/** Parts with a document of their own, which says what their figures mean. */
const explained: Readonly<Record<string, string>> = { detection: 'detection.md' }

/** A single project, package or case: their sums stand in the table. */
const isSingle = ({ measure }: Measurement) => /^(git bench\/|npm \S+@|PyPI \S+@|pypi \S+@)/.test(measure)

/** `docs/performance.md` as the results say: every measure that has a limit or a peer, of every part. */
export function performanceDocument(parts: readonly MeasuredPart[]): string {
  const sections = parts
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, measurements, circumstances }) => {
      const measured = circumstances
        ? `Measured ${circumstances.date.slice(0, 10)} at commit ${circumstances.commit} on ` +
          `${circumstances.cores} cores of ${circumstances.processor} with ${circumstances.memoryGB} GB, node ` +
          `${circumstances.node}.`
        : 'Measured on two shared cores; when is not recorded.'
      const where =
        explained[id] === undefined
          ? measured
          : `${measured} [${explained[id]}](${explained[id]}) has more, and says what they mean.`
      const rows = measurements.filter((each) => each.peer !== null && !isSingle(each)).map(rowOf)
      if (rows.length === 0) return `## ${id}\n\n${where} No measure of it has a limit or a peer.\n`
      return (
        `## ${id}\n\n${where}\n\n| measure | median | p99 | beside | its | ratio ` +
        `|\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`
      )
    })
  return (
    `# Performance\n\nWritten by \`npm run bench\` from \`bench/results/\`; by hand nothing is changed here. ` +
    `Each figure stands beside its limit, or beside another\nway that was measured in the same run. A peer ` +
    `that is not on the machine is \`absent\` and counts as not shown. Single projects and\nmeasures without ` +
    `a peer are in the results alone. [\`bench/peers.md\`](../bench/peers.md) says how to get the ` +
    `peers.\n\n${sections.join('\n')}`
  )
}

function rowOf({ measure, unit, median, p99, peer, peerMedian, ratio }: Measurement): string {
  return (
    `| ${escaped(measure)} | ${median} ${escaped(unit)} | ${p99} | ${escaped(peer ?? '')} | ` +
    `${peerMedian ?? ''} | ${ratio ?? ''} |`
  )
}

/** Tables end cells at a bar, and take what stands in angle brackets for HTML. */
function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
