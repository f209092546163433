import type { AttributeSteps } from './attribute-steps.ts'
import type { CallLinks } from './call-links.ts'
import type { ClassLinks } from './class-links.ts'
import type { ContainerCalls } from './container-calls.ts'
import type { ModuleLinks } from './module-links.ts'
import type { ExternalCalls } from './external-calls.ts'

/** What knows how tokens go on, by what they are and where they come: each asks the others. */
export interface ReferenceParts {
  readonly attributes: AttributeSteps
  readonly calls: CallLinks
  readonly classes: ClassLinks
  readonly containers: ContainerCalls
  readonly modules: ModuleLinks
  readonly outer: ExternalCalls
}
