import type { BenchPart } from './measurement.ts'
import { advisories } from './parts/advisories.ts'
import { api } from './parts/api.ts'
import { checks } from './parts/checks.ts'
import { children } from './parts/children.ts'
import { claims } from './parts/claims.ts'
import { commandLine } from './parts/command-line.ts'
import { dataflow } from './parts/dataflow.ts'
import { detection } from './parts/detection.ts'
import { detectors } from './parts/detectors.ts'
import { fleet } from './parts/fleet.ts'
import { github } from './parts/github.ts'
import { load } from './parts/load.ts'
import { organization } from './parts/organization.ts'
import { packages } from './parts/packages.ts'
import { pages } from './parts/pages.ts'
import { peers } from './parts/peers.ts'
import { pgbackrest } from './parts/pgbackrest.ts'
import { reachability } from './parts/reachability.ts'
import { readers } from './parts/readers.ts'
import { registry } from './parts/registry.ts'
import { restore } from './parts/restore.ts'
import { scan } from './parts/scan.ts'
import { secrets } from './parts/secrets.ts'
import { sources } from './parts/sources.ts'
import { stalls } from './parts/stalls.ts'
import { toolTexts } from './parts/tool-texts.ts'
import { webhooks } from './parts/webhooks.ts'
import { workers } from './parts/workers.ts'

/** All parts of the benchmark, sorted by ID. To add a part, add a file in `parts` and a line here. */
export const parts: readonly BenchPart[] = [
  advisories,
  api,
  checks,
  children,
  claims,
  commandLine,
  dataflow,
  detection,
  detectors,
  fleet,
  github,
  load,
  organization,
  packages,
  pages,
  peers,
  pgbackrest,
  reachability,
  readers,
  registry,
  restore,
  scan,
  secrets,
  sources,
  stalls,
  toolTexts,
  webhooks,
  workers,
]
