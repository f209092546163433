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

/** What each part measures, in one sentence. */
const subjects: Readonly<Record<string, string>> = {
  advisories: 'Import of advisories, matching of components, and rematching of stored scans.',
  api: 'Requests to the HTTP API.',
  checks: 'Check runs of the GitHub App under load.',
  'command-line': 'The installed command line, compared with osv-scanner on the same lockfiles.',
  dataflow: 'The taint analysis.',
  detection: 'Published vulnerabilities, pairs, and popular servers.',
  detectors: 'All detectors on one tree.',
  github: 'Deliveries of GitHub, from the request to the check run.',
  load: 'One service process under constant load.',
  pages: 'Pages of the website.',
  peers: 'Detectors of Assay, compared with other scanners on the same trees.',
  readers: 'Readers of lockfiles and manifests.',
  registry: 'Lists and searches in a large registry.',
  restore: 'Restore of a backup.',
  scan: 'Complete scans of large projects.',
  secrets: 'The search for leaked secrets.',
  sources: 'Downloads and scans of packages and repositories.',
  stalls: 'Detection of scans that block a worker.',
  'tool-texts': 'Rules for the texts of tools.',
  workers: 'Several workers on one machine.',
}

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
      const intro = subjects[id] === undefined ? where : `${subjects[id]} ${where}`
      if (rows.length === 0) return `## ${id}\n\n${intro} No measure in this part has a limit or a peer.\n`
      return (
        `## ${id}\n\n${intro}\n\n| measure | median | p99 | compared with | its median | ratio ` +
        `|\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`
      )
    })
  return (
    `# Performance\n\nThis page lists what Assay's benchmarks measured. Each figure is compared with a limit, or ` +
    `with a peer: a different tool or method\nthat was measured in the same run.\n\n| column | meaning |\n|---|---|\n` +
    `| median, p99 | The median of all rounds, and the 99th percentile. |\n` +
    `| compared with | \`limit\` is the goal of the project. \`absent\` means that the peer was not installed. |\n` +
    `| ratio | The median divided by the limit or by the median of the peer. |\n\n` +
    `Figures for single projects, and measures without a limit or a peer, are only in \`bench/results/\`. ` +
    `\`npm run bench\` generates this page\nfrom this folder. Do not edit the page by hand. ` +
    `[\`bench/peers.md\`](../../bench/peers.md) describes how to install the peers.\n\n${sections.join('\n')}`
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
