import { expect, it } from 'vitest'
import { checkRunPicture } from '../../docs/images/check-run-picture.ts'
import { checkRunOfPull, pullRequests } from '../../docs/images/pull-requests.ts'

const inFile = (place: string) => `**Next:** in [\`${place}\`]`
const starts = {
  clean: ['success', '**Passed: no new findings.**', '**Next:** nothing to do.'],
  injection: [
    'failure',
    '**Failed: 1 new finding is high or worse.**',
    inFile('src/tools/ping.js:12'),
    'Start the program without a shell: `execFile(program, [',
  ],
  'vulnerable-dependency': [
    'failure',
    '**Failed: 2 new findings are high or worse.**',
    inFile('package.json:11'),
    'Upgrade notes-index to 1.3.0 or later.',
    'Or suppress the findings and state a reason.',
  ],
  'dangerous-tool': [
    'success',
    '**Passed: no new findings.**',
    '**Next:** review the new tool `clear_notes`, which deletes data. The check passes without this review.',
  ],
  'many-findings': [
    'failure',
    '**Failed: 130 new findings are high or worse.**',
    inFile('src/tools/run-1.js:9'),
    'Start the program without a shell: `execFile(program, [',
    'Then continue with the other 129 findings below.',
  ],
  fix: ['success', '**Passed: no new findings. This change fixes 1 finding.**', '**Next:** nothing to do.'],
} as const

it.each(pullRequests)(
  'the first 600 characters of the pull request "%s" have the verdict and the next step',
  async (pull) => {
    const { conclusion, summary } = await checkRunOfPull(pull)
    const [expected, ...parts] = starts[pull]
    expect(conclusion).toBe(expected)
    const start = summary.slice(0, 600)
    let end = 0
    for (const part of parts) {
      const at = start.indexOf(part, end)
      expect(at, `${part} in ${start}`).toBeGreaterThanOrEqual(end)
      end = at + part.length
    }
  },
)

it('a picture has every cell within its width, and no backtick in a link', async () => {
  const texts = await checkRunOfPull('vulnerable-dependency')
  const picture = checkRunPicture(texts)
  const boxes = [...picture.matchAll(/<rect x="(\d[\d.]*)" y="[\d.]+" width="([\d.]+)"/g)]
  expect(boxes.length).toBeGreaterThan(8)
  for (const [, x, width] of boxes) expect(Number(x) + Number(width)).toBeLessThanOrEqual(900 - 23.5)
  expect(picture).toMatch(/>GHSA-0000-0000-0001</)
  expect(picture).not.toContain('`')
})
