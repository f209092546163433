import { displayAddress } from '../../display-text.ts'
import { isOutOfScope, type Project } from '../project.ts'
import type { ConfusionMatch } from './confusion-arguments.ts'

/** Yields the pip, uv, and Poetry settings that look up every name in several indexes. */
export function* confusableIndexes(project: Project): Generator<ConfusionMatch> {
  yield* pipIndexes(project)
  yield* pythonSources(project)
}

/** Files that contain pip settings. */
const indexFile = /(?:^|\/)(?:requirements[\w.-]*\.(?:txt|in)|\.?pip\.conf|pip\.ini|Pipfile|Dockerfile[\w.-]*)$/
/** Well-known public indexes, which contain no internal names. */
const publicIndex = new RegExp(
  String.raw`\/\/(?:[\w-]+\.)*(?:pypi\.org|pytorch\.org|pythonhosted\.org|nvidia\.com|anaconda\.org|` +
    String.raw`tensorflow\.org|piwheels\.org|openmmlab\.com|pypi\.ngc\.nvidia\.com)(?:[/:]|$)|\.github\.io\/`,
  'i',
)

function* pipIndexes({ snapshot, textOf }: Project): Generator<ConfusionMatch> {
  for (const path of snapshot.files.keys()) {
    const file = indexFile.test(path) && !isOutOfScope(path) ? textOf(path) : undefined
    // With hashes, pip rejects every file whose hash is not listed.
    if (!file || /--require-hashes|--hash=sha/.test(file.text)) continue
    for (const option of file.text.matchAll(
      /^(?![^\S\n]{0,40}#).{0,200}?(?:--)?extra[-_]index[-_]url[\s=]{1,9}["']?(https?:\/\/[^\s"']{1,300})/gm,
    )) {
      const [, address = ''] = option
      if (publicIndex.test(address)) continue
      yield {
        arguments: { kind: 'pip-index' },
        subject: 'extra-index-url',
        at: file.placeAt(option.index + option[0].indexOf('extra'), displayAddress(option[0].trim())),
        severity: 'medium',
      }
    }
  }
}

function* pythonSources({ snapshot, textOf }: Project): Generator<ConfusionMatch> {
  for (const path of snapshot.files.keys()) {
    const file = /(?:^|\/)(?:pyproject|uv)\.toml$/.test(path) && !isOutOfScope(path) ? textOf(path) : undefined
    if (!file) continue
    const strategy = /^\s{0,20}index-strategy\s{0,9}=\s{0,9}["']unsafe-[\w-]{1,40}["']/m.exec(file.text)
    if (strategy)
      yield { arguments: { kind: 'uv-strategy' }, subject: 'index-strategy', at: file.placeAt(strategy.index) }
    for (const source of file.text.matchAll(/^\[\[tool\.poetry\.source\]\]\s*\n((?:[^[\n][^\n]{0,400}\n?){1,10})/gm)) {
      const address = /\burl\s{0,9}=\s{0,9}["']([^"']{1,300})/.exec(source[1] ?? '')?.[1]
      const priority = /\bpriority\s{0,9}=\s{0,9}["'](\w+)/.exec(source[1] ?? '')
      if (
        address === undefined ||
        publicIndex.test(address) ||
        !/^(?:supplemental|secondary)$/.test(priority?.[1] ?? '')
      )
        continue
      yield {
        arguments: { kind: 'poetry-source' },
        subject: 'poetry source',
        at: file.placeAt(source.index + source[0].indexOf('priority')),
      }
    }
  }
}
