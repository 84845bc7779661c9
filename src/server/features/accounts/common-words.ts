/**
 * What the most common passwords are made of once digits and marks are taken off: from published lists of leaked
 * passwords as they are generally known, not a copy of one. Names, teams and places stand in as far as those lists are full of them.
 */
const WORDS = `
password passwort passwd passw pass passme mypass mypassword yourpassword newpassword oldpassword temppassword password
passphrase contrasena motdepasse senha parola haslo lozinka wachtwoord salasana sifre kennwort geheim secret topsecret
letmein letmeinnow openup opensesame sesame access accessme accessgranted login logon logmein signin welcome welcomehome
welcometo willkommen bienvenue bienvenido hello hellohello helloworld hallo hola bonjour ciao goodbye goodmorning
admin administrator administrateur adminadmin root rootroot toor superuser sysadmin system sysop operator manager
master masterkey supervisor default changeme changeit changemenow change pleasechange test tester testing testtest
testuser testpass demo demouser sample example guest guestuser visitor user username useruser myuser newuser student
teacher office company business service support helpdesk server database oracle mysql postgres microsoft windows
google facebook twitter linkedin instagram youtube amazon apple iphone samsung android nokia sony playstation xbox
nintendo pokemon pikachu minecraft roblox fortnite internet computer laptop keyboard network security secure wireless
qwerty qwertz azerty qwert qwertyu qwertyui qwertyuiop qwe qwer asd asdf asdfg asdfgh asdfghj asdfghjkl zxc zxcv zxcvb
zxcvbn zxcvbnm qaz qazwsx qazwsxedc wsx wsxedc zaq zaqxsw qweasd qweasdzxc qwaszx poiuyt lkjhgf mnbvcxz yxcvbnm
abc abcd abcde abcdef abcdefg abcabc aaa aaaa aa ab xyz xxx xxxx zzz abcabcabc
love iloveyou iloveu ilove iloveme iloveyouso loveme loveyou lover lovers lovely mylove truelove teamo tequiero jetaime
ichliebedich amor amour liebe sweet sweetheart sweetie honey baby babygirl babyboy angel angels princess prince
queen king kingdom darling beautiful pretty cutie cute sexy happy smile sunshine sunflower rainbow butterfly flower
flowers rose roses lily daisy violet jasmine cherry peach apples banana orange strawberry lemon cookie cookies
chocolate candy sugar coffee pizza cheese chicken pepper ginger vanilla whiskey vodka beer wine
summer winter spring autumn fall sommer herbst fruehling primavera verano invierno january february march april may
june july august september october november december januar februar maerz juni juli oktober dezember monday tuesday
wednesday thursday friday saturday sunday today tomorrow yesterday weekend holiday vacation christmas easter halloween
birthday newyear happynewyear
monkey dragon tiger lion eagle falcon hawk wolf wolves bear panda koala puppy kitten kitty doggy dog cat horse pony
dolphin shark snake spider turtle rabbit bunny mouse elephant penguin phoenix unicorn buster bailey max buddy lucky
lucy bella charlie rocky shadow smokey tigger simba milo oscar jack coco daisy molly maggie sophie chloe zoe
michael jordan jennifer jessica ashley amanda nicole michelle daniel david robert thomas andrew anthony joseph joshua
matthew christopher christian alexander alexandra alexis william richard charles james john johnny george peter paul
patrick steven brandon justin tyler austin dallas hunter harley taylor morgan jessie brittany samantha elizabeth
stephanie melissa heather victoria vanessa veronica andrea angela barbara maria anna natalie natasha rebecca rachel
sarah laura linda lauren hannah emily emma olivia isabella sebastian benjamin nicholas jonathan gabriel samuel
martin marcus eric kevin brian jason ryan aaron adam alex carlos juan jose miguel antonio francisco fernando ricardo
mohammed muhammad ahmed ali hassan omar ibrahim mustafa fatima priya rahul krishna ganesh saibaba hannover
football soccer baseball basketball hockey tennis golf cricket rugby volleyball swimming fishing hunting racing
liverpool arsenal chelsea manchester manutd manunited barcelona barca realmadrid madrid juventus milan inter bayern
dortmund schalke celtic rangers yankees lakers cowboys steelers packers eagles patriots raiders broncos redskins
ronaldo messi beckham maradona neymar
batman superman spiderman ironman wolverine avengers starwars startrek skywalker vader yoda jedi matrix gandalf frodo
hobbit harrypotter potter hogwarts naruto sasuke goku pikachu mickey mickeymouse minnie donald snoopy garfield
scooby scoobydoo tweety tinkerbell barbie hellokitty disney
ferrari porsche mercedes bmw audi volkswagen toyota honda yamaha suzuki kawasaki harleydavidson mustang corvette camaro
chevy ford jeep nissan mazda subaru
london paris berlin hamburg munich muenchen vienna madrid rome roma moscow newyork chicago boston denver texas
california florida america american usa england scotland ireland france germany deutschland espana italia india
canada australia brazil mexico china japan jesus jesuschrist christ jesuslovesme godisgood godislove god blessed
blessing faith heaven trustno trustnoone believe freedom peace hope dream dreams dreamer destiny forever
always together friend friends friendship bestfriend family mother father mommy daddy mama papa mummy brother sister
computer internet money millionaire dollar business success winner victory power powerful warrior samurai ninja
knight soldier killer assassin hunter sniper ranger police doctor nurse nothing whatever something anything nopassword
nopass blank idontknow dontknow forget forgot forgotten remember fuckyou fuckoff fuckme fuck shit bitch asshole
bastard sexsex porn pussy dick
silver golden gold diamond crystal platinum purple orange yellow green blue red black white pink grey blackjack
bluesky bigdog bigboy bigdaddy badboy badgirl gangster thunder lightning storm hurricane fire flame inferno ice
frozen snow snowball snowflake snowman ocean river island mountain forest garden moonlight moon star stars
starlight galaxy universe earth planet mercury venus mars jupiter saturn neptune apollo zeus athena hercules
metallica nirvana slipknot eminem beatles rockstar rocknroll music musica guitar piano drummer dancer dance party
trump obama merkel corona covid lockdown vaccine
farm farmer farming field fields crop crops harvest tractor seed seeds wheat corn maize soybean barley drone drones
`

/** Runs of keys and letters that no word names, marks left out. */
const RUNS = `
1qaz2wsx 1qazwsx qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1xsw2 1a2b3c
1a2b3c4d a1b2c3 a1b2c3d4 a1s2d3f4 z1x2c3v4 q12we34r 123qwe 123qweasd 123qweasdzxc qwe123 qwe123qwe 1234qwer qwer1234
asd123 123asd asdf1234 zxc123 123zxc zxcv1234 abc123 123abc abcd1234 1234abcd aa123456 123456aa a123456 123456a
a1234567 a12345678 a123456789 p4ssw0rd pa55word pa55w0rd
`

const listOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

export const COMMON_WORDS = listOf(WORDS)
export const COMMON_RUNS = listOf(RUNS)
