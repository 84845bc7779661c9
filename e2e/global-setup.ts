import { makeDataFolder } from './data-folder.ts'

export default makeDataFolder
