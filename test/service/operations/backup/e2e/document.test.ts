import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runAssay } from '../../../../support/assay-process.ts'

const text = readFileSync('docs/how-to/backup.md', 'utf8')

/** Arguments of the `assay` commands in the page's code blocks, in order. */
const documented = [...text.matchAll(/```\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  [...block.matchAll(/^npm run -s assay -- (.+)$/gm)].map(([, words = '']) => words.split(' ')),
)

describe('docs/how-to/backup.md', { timeout: 300_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), 'assay-backup-page-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('gives commands that do in their order what the page says', async () => {
    expect(
      documented.map(([first, second]) => (second?.startsWith('--') === false ? `${first} ${second}` : first)),
    ).toEqual(['backup key', 'backup', 'restore', 'backup drill'])
    const [makeKey = [], backUp = [], restore = [], drill = []] = documented
    const here = {
      '/srv/assay-backups': join(home, 'backups'),
      'identity.txt': join(home, 'identity.txt'),
      '2030-01-31T12:00:00Z': '',
    }

    const key = await runAssay(makeKey, { ASSAY_DATA_DIR: join(home, 'unused') })
    const [, identity = '', recipient = ''] =
      /^Identity +(AGE-SECRET-KEY-1\w+)\nRecipient +(age1\w+)\n$/.exec(key.out) ?? []
    writeFileSync(here['identity.txt'], `${identity}\n`)
    expect(existsSync(join(home, 'unused'))).toBe(false)

    const settings = {
      ASSAY_DATA_DIR: join(home, 'data'),
      ASSAY_BACKUP_DIR: here['/srv/assay-backups'],
      ASSAY_BACKUP_RECIPIENT: recipient,
    }
    expect(
      (await runAssay(['keys', 'create', '--name', 'kept', '--account', 'acme', '--plan', 'free'], settings)).code,
    ).toBe(0)
    expect(await runAssay(backUp, settings)).toMatchObject({ code: 0, out: expect.stringContaining('Backup ') })

    here['2030-01-31T12:00:00Z'] = new Date().toISOString()
    const placed = (words: readonly string[]) => words.map((word) => here[word as keyof typeof here] ?? word)
    expect(await runAssay(placed(drill), {})).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Checks +all passed\nWould lose .+\nAt 10 GB /),
    })

    const restored = { ASSAY_DATA_DIR: join(home, 'restored') }
    expect(await runAssay(placed(restore), restored)).toMatchObject({
      code: 0,
      out: expect.stringContaining('all passed'),
    })
    expect(readFileSync(join(home, 'restored', 'secret'), 'utf8')).toBe(
      readFileSync(join(home, 'data', 'secret'), 'utf8'),
    )
    expect(await runAssay(['accounts', 'set', 'acme', '--plan', 'pro'], restored)).toMatchObject({
      code: 0,
      out: expect.stringContaining('acme'),
    })
  })
})
