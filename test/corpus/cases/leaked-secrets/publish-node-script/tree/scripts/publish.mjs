import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const token = '{{secret:npm-token}}'

writeFileSync('.npmrc', `//registry.npm.example/:_authToken=${token}\n`)
execFileSync('npm', ['publish', '--access', 'public'], { stdio: 'inherit' })
