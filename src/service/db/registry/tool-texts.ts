import { sql } from 'drizzle-orm'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { Database } from '../client.ts'
import type { RegistryServerRow } from './servers.ts'

/** Texts that describe a tool, prompt, or resource in one server version. */
export interface ToolText {
  readonly version: string
  readonly kind: ScannedTool['kind']
  readonly name: string
  readonly title: string | null
  readonly description: string | null
  readonly definitionHash: string
}

/**
 * Returns the texts of tools by definition and server version. Versions that are no longer stored, or were rescanned
 * with a different result, have no texts.
 */
export async function listToolTexts(
  db: Database,
  { id, sourceType }: Pick<RegistryServerRow, 'id' | 'sourceType'>,
  versions: readonly string[],
  definitionHashes: readonly string[],
): Promise<ToolText[]> {
  if (versions.length === 0 || definitionHashes.length === 0) return []
  return [
    ...(await db.execute<ToolText & Record<string, unknown>>(sql`
      select revision.revision as version, tool->>'kind' as kind, tool->>'name' as name, tool->>'title' as title,
        tool->>'description' as description, tool->>'definitionHash' as "definitionHash"
      from registry_sources source
      join registry_revisions revision on revision.source_id = source.id
        and revision.revision = any(${sql.param([...versions])}::text[])
      cross join lateral jsonb_array_elements(revision.tools) tool
      where source.server_id = ${id} and source.type = ${sourceType} and jsonb_typeof(revision.tools) = 'array'
        and tool->>'definitionHash' = any(${sql.param([...definitionHashes])}::text[])`)),
  ]
}
