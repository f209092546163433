import type { Measurement } from './measurement.ts'

/** Machine, version, and time of a measurement. */
export interface Circumstances {
  /** ISO 8601, in UTC. */
  readonly date: string
  readonly processor: string
  readonly cores: number
  readonly memoryGB: number
  readonly node: string
  /** Commit of this project, with the suffix `-changed` if the sources had uncommitted changes. */
  readonly commit: string
}

export interface MeasuredPart {
  readonly id: string
  readonly measurements: readonly Measurement[]
  readonly circumstances: Circumstances | undefined
}

/** Parts whose figures are explained in a separate document. */
const explained: Readonly<Record<string, string>> = { detection: 'detection.md' }

/** Whether a measure is about a single project, package, or case. The document lists only totals. */
const isSingle = ({ measure }: Measurement) => /^(git bench\/|npm \S+@|PyPI \S+@|pypi \S+@)/.test(measure)

/** Returns `docs/explanation/performance.md`: every measure that has a limit or a peer. */
export function performanceDocument(parts: readonly MeasuredPart[]): string {
  const sections = parts
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, measurements, circumstances }) => {
      const measured = circumstances
        ? `Measured ${circumstances.date.slice(0, 10)} at commit ${circumstances.commit} on ` +
          `${circumstances.cores} cores of ${circumstances.processor} with ${circumstances.memoryGB} GB, node ` +
          `${circumstances.node}.`
        : 'Measured on two shared cores. The date was not recorded.'
      const where =
        explained[id] === undefined
          ? measured
          : `${measured} [${explained[id]}](${explained[id]}) explains these figures and lists more.`
      const rows = measurements.filter((each) => each.peer !== null && !isSingle(each)).map(rowOf)
      if (rows.length === 0) return `## ${id}\n\n${where} No measure in this part has a limit or a peer.\n`
      return (
        `## ${id}\n\n${where}\n\n| measure | median | p99 | compared with | its median | ratio ` +
        `|\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`
      )
    })
  return (
    `# Performance\n\n\`npm run bench\` generates this page from \`bench/results/\`. Do not edit it by hand. ` +
    `Each figure is compared with its limit, or with a peer:\na different tool or method that was measured in ` +
    `the same run. If a peer is not installed, it is \`absent\`, and there is no comparison.\nFigures for ` +
    `single projects, and measures without a peer or a limit, are only in the results. ` +
    `[\`bench/peers.md\`](../../bench/peers.md) describes how to\ninstall the peers.\n\n${sections.join('\n')}`
  )
}

function rowOf({ measure, unit, median, p99, peer, peerMedian, ratio }: Measurement): string {
  return (
    `| ${escaped(measure)} | ${median} ${escaped(unit)} | ${p99} | ${escaped(peer ?? '')} | ` +
    `${peerMedian ?? ''} | ${ratio ?? ''} |`
  )
}

/** Escapes characters that end a table cell or start an HTML tag. */
function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
