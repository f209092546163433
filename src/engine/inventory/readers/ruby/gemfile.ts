import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { numberedLines } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'
import { exactGemVersion, rubyCall } from './ruby-words.ts'

const names = ['Gemfile', 'gems.rb']

/**
 * Reader for gems that a Gemfile requires by literal name, https://bundler.io/man/gemfile.5.html. The file is code and
 * is not run. Dependencies with computed names and included files are listed as not read. Runs in linear time.
 */
export const gemfile: ManifestReader = {
  id: 'gemfile',
  ecosystem: 'RubyGems',
  kind: 'manifest',
  names,
  reads: (path) => names.includes(posix.basename(path)),
  read(file) {
    const work = workOf(file)
    const listing = new Listing(work)
    /** Groups of each open block, including the groups of its enclosing blocks. */
    const blocks: (readonly string[])[] = []
    for (const { line, text } of numberedLines(file.text, work)) {
      const content = withoutComment(text)
      if (/^\s*end\b/.test(content)) blocks.pop()
      const call = rubyCall(content)
      const opens =
        /\bdo\b(?:\s*\|[^|]{0,100}\|)?\s*$/.test(content) || /^\s*(?:if|unless|case|def|begin)\b/.test(content)
      if (opens) blocks.push(grouped(blocks.at(-1), call?.method === 'group' ? symbolsIn(call.rest) : []))
      if (call === undefined || !['gem', 'eval_gemfile', 'instance_eval'].includes(call.method)) continue
      const groups = grouped(blocks.at(-1), symbolsIn(groupOf(call.rest)))
      const role = { dev: groups.length > 0 && groups.every(isForDevelopment), groups, line }
      const [name, ...requirements] = call.texts
      const requested = requirements.join(', ') || '(nothing)'
      const version = exactGemVersion(requirements)
      if (call.method !== 'gem' || name === undefined) {
        const shown = content.trim().slice(0, 200)
        listing.request({
          ...role,
          name: shown,
          requested: shown,
          reason: 'code-computes-it',
        })
      } else if (/\b(?:git|github|gist|bitbucket)(?::|['"]?\s*=>)/.test(call.rest))
        listing.request({ ...role, name, requested, reason: 'git-repository' })
      // A folder in the project is described by its own gemspec.
      else if (/\bpath(?::|['"]?\s*=>)/.test(call.rest)) continue
      else if (version !== undefined) listing.add({ ...role, name, version, direct: true })
      else listing.request({ ...role, name, requested, reason: 'no-gemfile-lock' })
    }
    return listing.reading()
  },
}

/** Maximum number of groups per gem. Real gems have a few. */
const maxGroups = 20

const grouped = (outer: readonly string[] = [], inner: readonly string[]): readonly string[] =>
  inner.length === 0 ? outer : [...new Set([...outer, ...inner])].slice(0, maxGroups)

/** Removes a comment, which starts with a `#` at the start of the line or after whitespace, outside of strings. */
const withoutComment = (line: string): string =>
  /^(?:[^"'#]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*/.exec(line)?.[0] ?? line

const symbolsIn = (text: string): string[] =>
  [...text.slice(0, 400).matchAll(/:(\w{1,60})|\b(?:optional|require):\s*\w+/g)].flatMap(([, name]) => name ?? [])

/** Returns the value of `group:` or `groups:`. */
const groupOf = (rest: string): string =>
  /(?:\bgroups?:|:groups?\s*=>)\s*(\[[^\]]{0,200}\]|:\w{1,60})/.exec(rest)?.[1] ?? ''

const isForDevelopment = (group: string): boolean => /^(?:development|test|dev|ci|docs?|lint|rubocop)$/.test(group)
