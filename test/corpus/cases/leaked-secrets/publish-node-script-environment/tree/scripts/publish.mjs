import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const token = process.env.NPM_TOKEN
if (!token?.startsWith('npm_')) throw new Error('NPM_TOKEN must be set to an automation token (npm_…)')

writeFileSync('.npmrc', '//registry.npm.example/:_authToken=${NPM_TOKEN}\n')
execFileSync('npm', ['publish', '--access', 'public'], { stdio: 'inherit' })
