import type { Measurement } from './measurement.ts'

/** Machine, version, and time of a measurement. */
export interface Circumstances {
  /** ISO 8601, in UTC. */
  readonly date: string
  readonly processor: string
  readonly cores: number
  readonly memoryGB: number
  readonly node: string
  /** Load average of the machine over the minute before the run. Undefined for runs that did not record it. */
  readonly loadBefore?: number
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
  advisories: 'Advisory import, component matching, and rematching of stored scans.',
  api: 'Requests to the HTTP API.',
  checks: 'GitHub App check runs under load.',
  children: 'Start of the child processes that parse files.',
  claims: 'Starting waiting scans for many workers.',
  'command-line': 'The installed CLI package, compared with osv-scanner on the same lockfiles.',
  dataflow: 'The taint analysis.',
  detection: 'Detection in published vulnerabilities, pairs, and popular servers.',
  detectors: 'All detectors, run on the same source tree.',
  fleet: 'Simulated workers on PostgreSQL with a replica and PgBouncer.',
  github: 'GitHub deliveries, from the request to the check run.',
  load: 'One service process under constant load.',
  organization: 'The GitHub App in an organization with 10,000 repositories and one installation.',
  packages: 'One command that scans many packages.',
  pages: 'Website pages.',
  peers: "Assay's detectors, compared with other scanners on the same trees.",
  pgbackrest: 'Backups and restores of a self-hosted PostgreSQL server with pgBackRest.',
  reachability: 'The reachability analysis, compared with the same scan without it.',
  readers: 'Lockfile and manifest readers.',
  registry: 'Lists and searches in a large registry.',
  restore: 'Restoring a backup.',
  scan: 'Complete scans of large projects.',
  secrets: 'The search for leaked secrets.',
  sources: 'Downloads and scans of packages and repositories.',
  stalls: 'Detection of scans that block a worker.',
  'tool-texts': 'Rules for tool descriptions.',
  workers: 'Several workers on one machine.',
}

/** True if a measurement is about an individual project, package, or case. The document lists only totals. */
const isSingle = ({ measure }: Measurement) => /^(git bench\/|npm \S+@|PyPI \S+@|pypi \S+@)/.test(measure)

/** Returns `docs/explanation/performance.md`: every measurement that has a limit or a peer. */
export function performanceDocument(parts: readonly MeasuredPart[]): string {
  const sections = parts
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, measurements, circumstances }) => {
      const measured = circumstances
        ? `Measured on ${circumstances.date.slice(0, 10)} at commit ${circumstances.commit}, using ` +
          `${circumstances.cores} cores of ${circumstances.processor} with ${circumstances.memoryGB} GB of memory ` +
          `and Node ${circumstances.node}${loadOf(circumstances)}.`
        : 'Measured on two shared cores. The date was not recorded.'
      const where =
        explained[id] === undefined
          ? measured
          : `${measured} [${explained[id]}](${explained[id]}) explains these figures and lists more.`
      const rows = measurements.filter((each) => each.peer !== null && !isSingle(each)).map(rowOf)
      const intro = subjects[id] === undefined ? where : `${subjects[id]} ${where}`
      if (rows.length === 0) return `## ${id}\n\n${intro} This part has no measurement with a limit or a peer.\n`
      return (
        `## ${id}\n\n${intro}\n\n| measurement | median | p99 | compared with | its median | ratio ` +
        `|\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`
      )
    })
  return (
    `# Performance\n\nThis page lists the results of Assay's benchmarks. Each figure is compared with a limit, or ` +
    `with a peer: another tool or method that\nwas measured in the same run.\n\n| column | meaning |\n|---|---|\n` +
    `| median, p99 | The median and the 99th percentile of all rounds. |\n` +
    `| compared with | The peer. \`limit\` is the project's goal, and \`absent\` means that the peer was not ` +
    `installed. |\n` +
    `| ratio | The median divided by the limit or by the peer's median. |\n\n` +
    `Figures for individual projects, and measurements that have neither a limit nor a peer, are available only in ` +
    `\`bench/results/\`.\n\`npm run bench\` generates this page from that folder, so do not edit it by hand. ` +
    `[\`bench/peers.md\`](../../bench/peers.md) describes how to install the peers.\n\n${sections.join('\n')}`
  )
}

function loadOf({ loadBefore }: Circumstances): string {
  return loadBefore === undefined ? '' : `, after a minute with a load average of ${loadBefore}`
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
