import type { ScanIsolation } from '../isolation/isolation.ts'
import type { Inventory } from '../model/inventory.ts'
import type { ProjectFacts } from '../model/project-facts.ts'
import type { ReadingRecord } from '../model/reading-record.ts'
import type { Coverage } from '../model/scan.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { ScannedTool } from '../model/scanned-tool.ts'
import type { SourceIdentity, Target } from '../model/target.ts'
import { delegatedServer } from '../project-facts/delegated-server.ts'
import { readProjectFacts } from '../project-facts/read-project-facts.ts'
import type { ProjectConfig } from '../project-settings/project-config.ts'
import { hostMask, maskedTool } from '../rules/leaked-secrets/masked-tool.ts'
import type { Detection } from '../rules/run-detectors.ts'
import { manifestTools } from '../rules/tool-definitions/manifest-tools.ts'
import type { InstalledCapabilities } from '../reachability/capabilities/compare-installations.ts'
import type { ResolvedSource } from '../sources/source.ts'
import { coverageOf } from './coverage.ts'
import type { ScanContext, SourceScanOptions } from './scan-context.ts'
import { engineVersion } from './engine-version.ts'
import { firstTasksOf, tasksBeforeFetch } from './scan-tasks.ts'
import { maskedFacts } from './masked-facts.ts'
import { requireSomethingScanned } from './nothing-to-scan.ts'
import type { SourceCode } from './read-source-files.ts'
import { readingRecordOf } from './reading-record.ts'
import {
  analyzeFlows,
  compareWithSource,
  fetchSnapshot,
  judgeMatches,
  matchAdvisories,
  parseCode,
  readInventory,
  readSettings,
  resolveTarget,
  runRules,
} from './scan-steps.ts'

/** Result for one revision, before it is compared, scored, and stored. */
export interface SourceScan {
  readonly source: SourceIdentity
  /** Dependencies, with secrets masked. */
  readonly inventory: Inventory
  readonly code: SourceCode
  readonly detection: Detection
  /** Tools that the project offers to models, with secrets masked. */
  readonly tools: readonly ScannedTool[]
  /** Facts declared by the project, such as its name and license, with secrets masked. */
  readonly facts: ProjectFacts
  readonly coverage: Coverage
  /** Records which files were read. Absent for sources without a baseline. */
  readonly reading?: ReadingRecord
  /** What the installed packages can do, if it was requested and any package was read. */
  readonly capabilities?: InstalledCapabilities
  /** Project settings, if they were requested. */
  readonly projectConfig?: ProjectConfig
}

/**
 * Resolves a target and scans its current revision. Throws a ScanFailure if the target cannot be resolved or contains
 * nothing to scan.
 */
export async function scanTarget(
  context: ScanContext,
  target: Target,
  options: SourceScanOptions,
): Promise<SourceScan> {
  return scanSource(context, await resolveTarget(context, target, options), options)
}

/** Starts a child process with its tasks loaded, so that it is ready when it is needed. */
function warmIsolation(
  { isolation }: ScanContext,
  { clock }: SourceScanOptions,
  tasks: readonly string[] | undefined,
): ScanIsolation {
  isolation.warm(tasks)
  return isolation.forScan(clock, tasks)
}

/**
 * Scans one revision, from its files to its findings. Throws a ScanFailure if the revision cannot be fetched or
 * contains nothing to scan. Any other failure is a coverage gap.
 *
 * @param fetched files of the revision if they were read before; the scan disposes them
 */
export async function scanSource(
  context: ScanContext,
  resolved: ResolvedSource,
  options: SourceScanOptions,
  fetched?: Snapshot,
): Promise<SourceScan> {
  // 1. Fetch the files. The comparison of a package with its repository runs during the next steps. The child process
  //    that unpacks an archive later reads its files. For a folder, the files determine which child process is used.
  await using ofArchive = resolved.type === 'folder' ? undefined : warmIsolation(context, options, tasksBeforeFetch)
  const ofFetch = { context, options, isolation: ofArchive ?? context.isolation }
  await using snapshot = fetched ?? (await fetchSnapshot(ofFetch, resolved))
  await using isolation = ofArchive ?? warmIsolation(context, options, await firstTasksOf(snapshot, options.signal))
  const scan = { context, options, isolation }
  await using comparison = compareWithSource(scan, resolved, snapshot)

  // 2. List the components.
  const { reading: inventoryReading, ...inventory } = await readInventory(scan, resolved, snapshot)

  // 3. Parse the source files, and run the taint analysis.
  const code = await parseCode(scan, snapshot)
  const { notLowered, unlowered, followed, ...flows } = await analyzeFlows(scan, code, snapshot)

  // 4. Match the components with advisories. Judge whether the project reaches the vulnerable code.
  const answer = await matchAdvisories(scan, inventory)
  const judged = await judgeMatches(scan, { resolved, snapshot, code, inventory, matches: answer.matches })
  const advisories = { ...answer, matches: judged.matches }

  // 5. Run the rules.
  const { detection, artifact } = await runRules(scan, { snapshot, inventory, flows, advisories, comparison })
  await requireSomethingScanned({ snapshot, inventory, detection })

  // 6. Record what was scanned and what was not. The caller compares, scores, and stores.
  const reading = readingRecordOf({
    snapshot,
    inventory: { ...(inventoryReading && { reading: inventoryReading }) },
    code,
    flows: { followed, unlowered },
  })
  const maskHost = hostMask(flows.writtenHosts)
  const tools = [...flows.tools, ...manifestTools(snapshot).tools].map((tool) => maskedTool(tool, maskHost))
  const facts = { ...maskedFacts(await readProjectFacts(snapshot, options.signal)), engine: engineVersion() }
  return {
    source: snapshot.source,
    inventory,
    code,
    detection,
    tools,
    facts,
    coverage: coverageOf({
      snapshot,
      inventory,
      code: {
        ...code.coverage,
        ...(notLowered && { notLowered }),
        ...(flows.vendored && { vendored: flows.vendored }),
        ...(flows.exceeded && { exceeded: flows.exceeded }),
      },
      advisories,
      ...(judged.coverage && { reachability: judged.coverage }),
      ...(artifact && { repository: artifact.coverage }),
      detection,
      isolation: context.isolation.inForce,
      delegated: delegatedServer(snapshot, { facts, tools, sources: code.facts }),
    }),
    ...(reading && { reading }),
    ...(judged.capabilities && { capabilities: judged.capabilities }),
    ...(options.withProjectWord === true && { projectConfig: await readSettings(snapshot, detection) }),
  }
}
