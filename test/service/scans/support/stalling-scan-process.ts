import { openProcessEngine } from '../../../../src/service/scans/process/open-process-engine.ts'
import { runScanHost } from '../../../../src/service/scans/process/scan-host.ts'

// Scan process in which fetching a package named `stalls` computes without end, and fetching one named `waits` never
// ends. It does everything else like the real one.

runScanHost((settings, log, connect) => {
  const context = openProcessEngine(settings, log, connect)
  const { npmRegistry } = context.sources
  return {
    ...context,
    sources: {
      ...context.sources,
      npmRegistry: {
        ...npmRegistry,
        async tarball(dist, signal) {
          if (dist.tarball?.includes('/stalls/')) for (;;);
          if (dist.tarball?.includes('/waits/')) await new Promise(() => {})
          return npmRegistry.tarball(dist, signal)
        },
      },
    },
  }
})
