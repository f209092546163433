import type { Signal } from './signal.ts'
import { engines, platforms, protocolVersion, transports, typeDeclarations } from './signals/compatibility.ts'
import {
  changelog,
  examples,
  licence,
  parameterDescriptions,
  parameterTypes,
  readme,
  toolDescriptions,
} from './signals/documentation.ts'
import { issuesAnswered, notAbandoned, recentCommits, releaseCadence, releaseRecency } from './signals/maintenance.ts'
import { dependents, downloads, stars } from './signals/popularity.ts'

/** All quality signals, sorted by ID. To add a signal, define it in the file of its area and add its name here. */
export const signals: readonly Signal[] = [
  changelog,
  dependents,
  downloads,
  engines,
  examples,
  issuesAnswered,
  licence,
  notAbandoned,
  parameterDescriptions,
  parameterTypes,
  platforms,
  protocolVersion,
  readme,
  recentCommits,
  releaseCadence,
  releaseRecency,
  stars,
  toolDescriptions,
  transports,
  typeDeclarations,
]
