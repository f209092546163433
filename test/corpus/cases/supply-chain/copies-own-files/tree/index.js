module.exports = { rules: { semi: ['error', require('./current.json').semi] } }
