import { dictionary } from '@zxcvbn-ts/language-common'

/** The number of most common passwords that OWASP ASVS 6.2.4 requires. */
const MOST_COMMON = dictionary['passwords-common'].slice(0, 3000)

/**
 * Additions to that list of leaked passwords: other languages, short words, later years, system defaults, words of our field.
 */
const MORE_WORDS = `
passwd passw passme mypassword yourpassword newpassword oldpassword temppassword passphrase contrasena motdepasse
senha haslo lozinka wachtwoord salasana sifre kennwort topsecret letmeinnow opensesame accessme accessgranted login
logon logmein signin welcomehome welcometo willkommen bienvenue bienvenido hellohello helloworld hola ciao goodmorning
administrator administrateur adminadmin root rootroot toor superuser sysadmin sysop operator masterkey supervisor
default changeit changemenow pleasechange testuser testpass demo demouser sample example guest guestuser visitor user
username useruser myuser newuser company helpdesk database mysql postgres facebook twitter linkedin instagram youtube
iphone android playstation xbox roblox fortnite secure wireless qwertz qwe asd zxc zxcvb qaz wsx wsxedc zaq zaqxsw
poiuyt lkjhgf mnbvcxz yxcvbnm abc abcde abcdef abcdefg abcabc aaa aaaa aa ab xyz xxx xxxx zzz abcabcabc ilove iloveme
iloveyouso teamo tequiero jetaime ichliebedich amor amour liebe sweetheart cutie cute sunflower roses lily peach
strawberry lemon chocolate vodka wine fall herbst fruehling primavera verano invierno february march may june july
januar februar maerz juni juli oktober dezember wednesday thursday saturday tomorrow yesterday weekend christmas
easter halloween newyear happynewyear lion koala dog cat pony max milo coco zoe christopher emma jose francisco
mohammed muhammad ahmed ali hassan omar ibrahim mustafa fatima priya rahul ganesh saibaba hannover volleyball
manunited barca realmadrid milan inter bayern dortmund schalke messi maradona neymar avengers skywalker yoda jedi
frodo harrypotter hogwarts sasuke goku mickeymouse scoobydoo tinkerbell hellokitty bmw audi volkswagen harleydavidson
mazda munich muenchen vienna rome roma usa deutschland espana india jesuschrist jesuslovesme godisgood godislove god
blessing trustnoone believe hope together friendship bestfriend mommy mama papa mummy millionaire powerful nurse
something nopassword blank idontknow dontknow forgotten red grey blackjack badgirl lightning hurricane flame ice
frozen snowflake ocean moonlight starlight earth venus mars zeus rocknroll musica piano trump obama merkel covid
lockdown vaccine farm farming field fields crop crops harvest seed seeds wheat corn maize soybean barley drone drones
`

/** Additional runs of keys, without special characters. */
const MORE_RUNS = `
1qazwsx qaz2wsx z1x2c3v4 q12we34r qwe123qwe aa123456 a12345678 a123456789 p4ssw0rd
`

const listOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** Digits before and after a word do not make it another one. */
const wordsIn = (passwords: readonly string[]): string[] =>
  passwords.flatMap((password) => /^\d*(\p{L}{4,})\d*$/u.exec(password)?.slice(1) ?? [])

/** The words in the most common passwords, without digits and special characters. */
export const COMMON_WORDS: ReadonlySet<string> = new Set([...wordsIn(MOST_COMMON), ...listOf(MORE_WORDS)])
/** Common passwords of digits and letters, as they are typed. */
export const COMMON_RUNS: ReadonlySet<string> = new Set([...MOST_COMMON, ...listOf(MORE_RUNS)])
