import type { ProjectFacts } from '../../../engine/model/project-facts.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { Described } from './categorize.ts'

/** Scan results about a server's source. */
interface CategorizedSource {
  readonly declares: { readonly facts: Pick<ProjectFacts, 'name' | 'description' | 'keywords'> }
  readonly tools: readonly Pick<ScannedTool, 'name'>[] | null
}

/**
 * Returns the texts that determine a server's category: its name and description, and the facts and tools of its first
 * source.
 */
export function describedBySource(
  { name, description }: { readonly name: string; readonly description: string },
  { declares: { facts }, tools }: CategorizedSource,
): Described {
  return {
    name: `${name} ${facts.name ?? ''}`,
    description: description === '' ? (facts.description ?? '') : description,
    keywords: facts.keywords,
    toolNames: (tools ?? []).map((tool) => tool.name),
  }
}
