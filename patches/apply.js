#!/usr/bin/env node
import { applyPatches } from './patches.js'

applyPatches()
