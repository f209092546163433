import type { ProjectFacts } from '../../../engine/model/project-facts.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { Described } from './categorise.ts'

/** What a scan told of a server's source. */
interface CategorisedSource {
  readonly declares: { readonly facts: Pick<ProjectFacts, 'name' | 'description' | 'keywords'> }
  readonly tools: readonly Pick<ScannedTool, 'name'>[] | null
}

/**
 * What decides the category of a server: its own name and description, and what the first of its sources declares and
 * offers.
 */
export function describedBySource(
  { name, description }: { readonly name: string; readonly description: string },
  { declares: { facts }, tools }: CategorisedSource,
): Described {
  return {
    name: `${name} ${facts.name ?? ''}`,
    description: description === '' ? (facts.description ?? '') : description,
    keywords: facts.keywords,
    toolNames: (tools ?? []).map((tool) => tool.name),
  }
}
