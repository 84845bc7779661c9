/** What the command says of an option, as in `--photos=100`. */
export const option = (name) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1]

export const numberOption = (name, usual) => Number(option(name) ?? usual)
