import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { findEntryBySlug } from '../service/db/registry/entries.ts'
import { listSourcesOfServer } from '../service/db/registry/sources.ts'
import { splitSource } from '../service/registry/entries/split-source.ts'
import { type Command, exitCodes, UsageError } from './command.ts'

export const registrySplit: Command = {
  arguments: '<slug> [page]',
  details: [
    'The registry merges a package and a repository into one server if each refers to the other. This command ' +
      'separates a package or repository from a server if they do not belong together. If you omit the URL ' +
      'of the package or repository page, the command lists all sources of the server and the reason for each merge.',
  ],
  options: { rejoin: { type: 'boolean', summary: 'Allows Assay to merge a separated package or repository again.' } },
  exits: { 0: 'Success.', 1: 'The server does not exist, or it does not contain the package or repository.' },
  examples: [
    ['assay registry split npm-example-server', 'Lists the packages and repositories of the server.'],
    [
      'assay registry split npm-example-server https://github.com/example/server',
      'Moves the repository to a separate server, and prints the slugs of both servers.',
    ],
  ],
  async run(runtime, { values, positionals }) {
    const [slug, page, ...more] = positionals
    if (slug === undefined || more.length > 0)
      throw new UsageError(
        'This command takes a server slug and, optionally, the page URL of the package or repository to separate.',
      )
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
      if (sources.length === 0) err.write(`The registry has no packages or repositories for the slug "${slug}".\n`)
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
      err.write(
        `The server "${slug}" does not contain ${page}. Run "assay registry split ${slug}" to list its packages and ` +
          'repositories.\n',
      )
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
