module.exports = { rules: { semi: ['error', 'never'] } }
