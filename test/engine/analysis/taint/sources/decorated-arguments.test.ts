import { describe, expect, it } from 'vitest'
import { mayContainSource } from '../../../../../src/engine/analysis/may-contain-source.ts'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import { flowsIn } from '../propagation/found-flows.ts'

const nest = (method: string, before = '') => `import { exec } from 'node:child_process'
import { Body, Controller, Get, Headers, Param, ParseIntPipe, Post, Query, Req, Res } from '@nestjs/common'
${before}
@Controller('jobs')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}
  ${method}
}
`
const sources = (text: string) =>
  flowsIn(text)
    .flows.filter(({ kind }) => kind === 'command')
    .map(({ source }) => sourceText(source))

describe('a parameter with a decorator', () => {
  it.each([
    ["@Post('run') run(@Body() body: { line: string }) { exec(body.line) }", 'request to POST /run'],
    ["@Get(':name') show(@Param('name') name: string) { exec(name) }", 'request to GET /:name'],
    ["@Get() list(@Query('filter') filter: string) { exec(filter) }", 'request to GET /'],
    ["@Get() list(@Headers('x-shell') shell: string) { exec(shell) }", 'request to GET /'],
    ['@Get() list(@Req() req: Request) { exec(req.query.a) }', 'request to GET /'],
    ['@Post() run(@Body() { line }: Job) { exec(line) }', 'request to POST /'],
  ])('gets a part of a request: %s', (method, source) => {
    expect(sources(nest(method))).toEqual([source])
  })

  it.each([
    "@Get(':id') show(@Param('id', ParseIntPipe) id: number) { exec(`x ${id}`) }",
    '@Get() list(@Res() res: Response) { exec(res.locals.shell) }',
    '@Get() list(name: string) { exec(name) }',
    '@Post() run(@Body() job: Job) { exec(`x ${job.count}`) }',
  ])('gets nothing dangerous: %s', (method) => {
    expect(sources(nest(method, 'class Job { count: number; line: string }'))).toEqual([])
  })

  it('has fields of a class', () => {
    const method = '@Post() run(@Body() job: Job) { exec(`x ${job.line}`) }'
    expect(sources(nest(method, 'class Job { count: number; line: string }'))).toEqual(['request to POST /'])
  })

  it('reaches methods of what a container injects', () => {
    const service = 'class JobsService { start(line: string) { exec(line) } }'
    const method = "@Post('run') run(@Body('line') line: string) { return this.jobs.start(line) }"
    expect(sources(nest(method, service))).toEqual(['request to POST /run'])
  })

  it('is one of other frameworks, and not of any decorator', () => {
    const method = '@Post() run(@Body() body: any) { exec(body.line) }'
    expect(sources(nest(method).replace('@nestjs/common', 'routing-controllers'))).toHaveLength(1)
    expect(sources(nest(method).replace('@nestjs/common', './decorators'))).toEqual([])
  })

  it('makes a file one where data may come in', () => {
    expect(mayContainSource("import { Body } from '@nestjs/common'")).toBe(true)
    expect(mayContainSource("import { Body } from './decorators'")).toBe(false)
  })
})
