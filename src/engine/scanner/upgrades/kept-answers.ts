import { LRUCache } from 'lru-cache'
import type { NpmRegistry } from '../../sources/package-registries/npm-registry.ts'
import type { PypiIndex } from '../../sources/package-registries/pypi-index.ts'
import { upgradeLimits } from './upgrade-limits.ts'

/**
 * Returns registries that are asked once per package, so that all trees of a plan see the same versions. Failures are
 * asked again. Requests use `signal`, because a tree may end while another one still waits for the answer.
 */
export function keptAnswers(
  { npmRegistry, pypiIndex }: { readonly npmRegistry: NpmRegistry; readonly pypiIndex: PypiIndex },
  signal: AbortSignal,
): { readonly npmRegistry: NpmRegistry; readonly pypiIndex: PypiIndex } {
  const kept = new LRUCache<string, Promise<{ readonly status: string }>>({ max: upgradeLimits.maxKeptAnswers })
  // The key determines the type of the answer.
  const once = <Answer extends { readonly status: string }>(
    key: string,
    ask: () => Promise<Answer>,
  ): Promise<Answer> => {
    const known = kept.get(key) as Promise<Answer> | undefined
    if (known !== undefined) return known
    const answer = ask()
    kept.set(key, answer)
    const forget = () => void kept.delete(key)
    answer.then(({ status }) => (status === 'found' || status === 'not-found' ? undefined : forget()), forget)
    return answer
  }
  return {
    npmRegistry: {
      ...npmRegistry,
      packument: (name) => once(`npm ${name}`, () => npmRegistry.packument(name, signal)),
      publication: (name) => once(`full ${name}`, () => npmRegistry.publication(name, signal)),
    },
    pypiIndex: {
      ...pypiIndex,
      project: (name) => once(`pypi ${name}`, () => pypiIndex.project(name, signal)),
      metadata: (file) => once(`metadata ${file.fileName}`, () => pypiIndex.metadata(file, signal)),
    },
  }
}
