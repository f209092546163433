import type { ProjectFacts } from '../model/project-facts.ts'
import type { ServerEvidence } from '../model/registry-source.ts'
import type { ScannedTool } from '../model/scanned-tool.ts'
import { clientSdks, serverSdks } from './known-sdks.ts'
import { readmeSign } from './readme-signs.ts'

/**
 * Decides whether a project implements a server. It does if its code creates one, if it has a server manifest, or if it
 * depends on a server library and its code offers something to models. Libraries for building servers or clients do not
 * count. Offering tools is not enough, because agents do so too.
 */
export function implementsServer(
  facts: Pick<ProjectFacts, 'packages' | 'sdk' | 'signs'>,
  tools: readonly Pick<ScannedTool, 'kind' | 'name' | 'path' | 'line'>[],
): ServerEvidence {
  const library = facts.packages.find(
    ({ ecosystem, name, folder }) => folder === '' && (serverSdks[ecosystem].has(name) || clientSdks.has(name)),
  )
  if (library)
    return {
      isServer: false,
      reason: `${library.name} is a library to build servers or clients.`,
      signs: [],
    }
  const made = facts.signs.filter(({ kind }) => kind === 'server')
  if (made[0])
    return {
      isServer: true,
      reason: `Its code creates a server: ${made[0].word} in ${made[0].path}.`,
      signs: made.slice(0, 5),
    }
  const manifests = facts.signs.filter(({ kind }) => kind === 'manifest')
  if (manifests[0])
    return {
      isServer: true,
      reason:
        manifests[0].word === readmeSign
          ? `Its README configures clients to start it as a server: ${manifests[0].path}.`
          : `It has a server manifest, ${manifests[0].path}.`,
      signs: manifests.slice(0, 5),
    }
  const offered = tools.filter(({ kind, path }) => kind !== 'instructions' && !path.endsWith('.json'))
  const sdk = facts.sdk[0]
  if (sdk && offered[0])
    return {
      isServer: true,
      reason:
        `It needs ${sdk.name}, and its code offers ` +
        `${offered[0].kind === 'tool' ? 'the tool' : `the ${offered[0].kind}`} ${offered[0].name} to models.`,
      signs: offered
        .slice(0, 5)
        .map(({ path, line, name }) => ({ kind: 'server', path, line, word: name.slice(0, 100) })),
    }
  return {
    isServer: false,
    reason: sdk ? `It needs ${sdk.name}, but its code creates no server.` : 'Nothing in it creates a server.',
    signs: [],
  }
}
