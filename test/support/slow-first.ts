import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that took 60 s or more in CI, mostly because they wait for other processes. */
const slowFiles = new Set([
  'test/build/e2e/engine-digests.test.ts',
  'test/build/e2e/package.test.ts',
  'test/cli/commands.test.ts',
  'test/cli/mcp.test.ts',
  'test/cli/reuse-report.test.ts',
  'test/engine/analysis/taint/propagation/budgets.test.ts',
  'test/engine/inventory/e2e/hostile-manifests.test.ts',
  'test/engine/inventory/readers/e2e/garbage.test.ts',
  'test/engine/inventory/readers/e2e/growth.test.ts',
  'test/engine/inventory/resolution/resolve-cargo.test.ts',
  'test/engine/isolation/e2e/hostile-files.test.ts',
  'test/service/db/embedded/e2e/dying.test.ts',
  'test/service/github/e2e/checks-in-flight.test.ts',
  'test/service/github/e2e/crash.test.ts',
  'test/service/github/e2e/missed-deliveries.test.ts',
  'test/service/github/e2e/pull-request-flows.test.ts',
  'test/service/github/e2e/rate-limits-of-github.test.ts',
  'test/service/github/e2e/sequences/random-sequences.test.ts',
  'test/service/github/e2e/unreadable-changes.test.ts',
  'test/service/operations/backup/e2e/backup-and-restore.test.ts',
  'test/service/operations/e2e/image.test.ts',
  'test/service/operations/e2e/roles.test.ts',
  'test/service/scans/advisories/e2e/file-store-real-exports.test.ts',
  'test/service/scans/advisories/e2e/osv-matching.test.ts',
  'test/service/scans/advisories/e2e/sync-interrupted.test.ts',
  'test/service/scans/advisories/e2e/sync-real-exports.test.ts',
  'test/service/scans/e2e/follow-flows.test.ts',
  'test/service/scans/e2e/lower-files.test.ts',
  'test/service/scans/e2e/stalls.test.ts',
  'test/service/startup/service.test.ts',
])

/**
 * Starts the slow files of each project first, so that one worker does not wait for the other at the end of a suite. On
 * a new checkout, vitest starts large files first, and most of the slow files are small.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = `${this.ctx.config.root}/`
    const isSlow = ({ moduleId }: TestSpecification) => slowFiles.has(moduleId.slice(root.length))
    const ofProjects = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...ofProjects.values()].flatMap((sorted) => [
      ...sorted.filter(isSlow),
      ...sorted.filter((file) => !isSlow(file)),
    ])
  }
}
