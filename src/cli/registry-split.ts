import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { findEntryBySlug } from '../service/db/registry/entries.ts'
import { listSourcesOfServer } from '../service/db/registry/sources.ts'
import { splitSource } from '../service/registry/entries/split-source.ts'
import { type Command, exitCodes, UsageError } from './command.ts'

export const registrySplit: Command = {
  usage: '<slug> [page of a package or repository] [--rejoin]',
  details:
    'Without a page it lists the members of the server and why each belongs to it. --rejoin allows a split ' +
    'member to be joined again.',
  takesWords: true,
  options: { rejoin: { type: 'boolean' } },
  async run(runtime, { values, positionals }) {
    const [slug, page, ...more] = positionals
    if (slug === undefined || more.length > 0)
      throw new UsageError('Name the slug of a server, and the page of what is to be split from it.')
    await using installation = await runtime.open()
    const { db } = installation
    const { out, err } = runtime.terminal
    const server = await findEntryBySlug(db, slug)
    const sources = server ? await listSourcesOfServer(db, server.id) : []
    if (page === undefined) {
      for (const { canonicalUrl, folder, joinedBy } of sources)
        out.write(
          `${canonicalUrl}${folder === '' ? '' : `  ${folder}`}` +
            `\n${joinedBy ? `  ${joinedBy.package.says}\n  ${joinedBy.repository.says}\n` : ''}`,
        )
      if (sources.length === 0) err.write(`The registry has no server ${slug} with sources of its own.\n`)
      return sources.length > 0 ? exitCodes.ok : exitCodes.failed
    }
    const source = sources.find(({ canonicalUrl }) => canonicalUrl === page)
    const slugs =
      source &&
      (await splitSource(
        { db, announceServerChange: async () => {} },
        { canonicalUrl: source.canonicalUrl, folder: source.folder, apart: values['rejoin'] !== true, now: new Date() },
      ))
    if (!slugs) {
      err.write(`${slug} has no ${page}.\n`)
      return exitCodes.failed
    }
    await recordOperatorAct(db, {
      action: 'registry split',
      subject: `${slug} ${values['rejoin'] === true ? 'rejoined with' : 'without'} ${page}`,
    })
    out.write(`${slugs.join('\n')}\n`)
    return exitCodes.ok
  },
}
