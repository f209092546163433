import { expect, it } from 'vitest'
import { isDeployment, startedApplications } from '../../../src/engine/analysis/deployments.ts'

const names = (text: string) => startedApplications(text).map(({ module, attribute }) => `${module}:${attribute}`)

it.each([
  ['words', 'CMD uvicorn app.main:app --host 0.0.0.0 --port 80'],
  ['a list', 'CMD ["uvicorn", "app.main:app", "--host", "0.0.0.0"]'],
  ['a folder before the program', '  command: .venv/bin/uvicorn app.main:app --host=0.0.0.0'],
  ['a prefix', 'uv run uvicorn --factory app.main:app --host 0.0.0.0'],
  ['a port after the address', 'web: gunicorn -k uvicorn.workers.UvicornWorker -b 0.0.0.0:$PORT app.main:app'],
  ['a default of a variable', 'exec uvicorn app.main:app --host "${HOST:-0.0.0.0}"'],
  ['the address of version 6', 'hypercorn --bind [::]:8000 app.main:app'],
])('finds an application that is started by %s', (_how, line) => {
  expect(names(`FROM python\n${line}\n`)).toEqual(['app.main:app'])
})

it.each([
  ['loopback', 'CMD uvicorn app.main:app --host 127.0.0.1'],
  ['the default of the program', 'CMD uvicorn app.main:app --port 80'],
  ['a comment', '# uvicorn app.main:app --host 0.0.0.0'],
  ['an option of another command', 'uvicorn app.main:app && serve --host 0.0.0.0'],
  ['another program', 'CMD node server.js --host 0.0.0.0'],
  ['no name', 'CMD uvicorn --host 0.0.0.0 $APP'],
])('finds none for %s', (_what, line) => {
  expect(names(line)).toEqual([])
})

it('knows files of deployments by their names', () => {
  const paths = ['Dockerfile', 'a/Dockerfile.dev', 'docker-compose.prod.yml', 'compose.yaml', 'Procfile', 'start.sh']
  expect(paths.filter((path) => !isDeployment(path))).toEqual([])
  expect(['README.md', 'workflow.yml', 'build.sh', 'dockerfile.py'].filter((path) => isDeployment(path))).toEqual([])
})
