/**
 * Common passwords, or the letters in the middle of them, in lower case: made from the first 5,000
 * of `passwords.json` in the npm package @zxcvbn-ts/language-common 3.0.4, and all of it with 12
 * characters or more, without the digits and signs at their ends where 4 characters are left.
 *
 * Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.
 *
 * Permission is hereby granted, free of charge, to any person obtaining
 * a copy of this software and associated documentation files (the
 * "Software"), to deal in the Software without restriction, including
 * without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to
 * the following conditions:
 *
 * The above copyright notice and this permission notice shall be
 * included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
 * EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
 * MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
 * LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
 * OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
 * WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
0.0.0.000 0.0.000 000000 000001 000007 000111 0007 007007 01011 01011910 01011970 01011975
01011977 01011980 01011981 01011982 01011983 01011984 01011985 01011986 01011987 01011988 01011989
01011990 01011991 01011992 01011993 01011999 01012000 01012001 01012010 01012011 010203 01020304
010203040506 01091989 012345678910 014702580369 02011985 02011986 02011987 02021984 02021985
02021986 02021987 02021988 02031984 02031986 02041984 02041986 02051986 02061985 02061986 02061989
02071982 02071986 02081984 02081987 02081988 02081989 02091986 02091987 02101985 03082006 0420
1000 100000 1001 1005 1007 10101 1012 1017 1020 10203 102030 10203040 102030405060 1024 102938
1029384756 1066 111111 11111111 1111111111zz 11112222 111222 111222333 111222333000
111222333444555 111333 1122 112211 11223 112233 11223344 1122334455 112233445566 1123 112358
11235813 1123581321 12011987 120676 12121 1213 121314 12131415 1221 122333 122333444455555 1225
1230 12301230 123098 12312 123123 12312312 123123a 123123q 1232323q 12332 123321 123321123
123321123321 123321456654 123321a 123321q 1234 1234321 12344321 12345 123451 123454321 123455
1234554321 123456 123456654321 1234567 12345677654321 12345678 123456782000 1234567887654321
123456789 1234567890 123456789000 12345678900987654321 123456789012 1234567890987654321
1234567890a 1234567890q 1234567890qaz 1234567890qw 1234567890qwe 1234567890zzz 12345678910
123456789101 123456789123 1234567892000 12345678987654321 123456789987654321 123456789a
123456789aaa 123456789abc 123456789asd 123456789q 123456789qaz 123456789qqq 123456789qwe
123456789z 123456789zxc 12345678a 12345678q 12345679 1234567a 1234567q 123456a 123456aa 123456k
123456q 123456qw 123456r 123456s 123456z 123457 12345a 12345q 12345qwe 12345t 12345z 1234qwe
123654 123654789 1236987 12369874 123698745 123789 123789456 123987 123aaa 123abc 123asd 123qaz
123qq123 123qwe 123qwe123 123zxc 124578 128500 12qw12 131313 132435 13243546 134679 135246 135790
135792468 1357924680 1366613 1369 141627 142536 147258 14725836 147258369 147369 147852 147852369
1478963 14789632 147896325 147963 1492 150781 15426378 159357 159753 159753159753 159753456852
159951 162534 1701 18436572 192837 192837465 193570356033 19411945 200000 21031988 2112 21122112
2128506 222333 223344 235689 246810 2580 25802580 258456 31217221027711 314159 31415926 315475
321123 321456 321654 321654987 332211 333666 336699 362436 369963 4121 4128 420247 420842084208555
445566 456123 456321 456654 456852 4815162342 4815162342lf 5150 51505150 541233432442 5551212
555666 555777 654123 666666 666777 666999 6751520 6969 696969 73501505 741852 741852963
742617000027 753159 753951 7753191 7777777 777888 7779311 778899 784512 787898 789123 789456
78945612 789456123 7895123 789654 789987 794613 852456 8675309 89063032220m 89231243658s
89876065093rax 90210 906090 911911 9379992 951753 963852 963852741 987456 987456321 a11111 a12345
a123456 a1234567 a12345678 a123456789 a1b2c a1b2c3d a1s2d a1s2d3f a1s2d3f4g5h a2a3a4a5a6a a2b3c
a2b3c4d a2s3d4f5g6h aa123456 aaa111 aaliyah aardvark aaron abby abc12 abc123 abc1234 abc12345
abc123456789 abcd aberdeen abgrtyu abigail abraham absolut absolute access accord account achilles
action active adam adams adgjmptw adidas admin administrator admiral adonis adrian adriana
adrienne adult adults aezakmi africa again agent aggies aikido airborne airbus airforce airplane
akira aksjdlasdakj alabama alan alaska albatros albert alberto albina albion alejandr alejandro
aleksandr aleksandra aleksey alenka alex alexalex alexande alexander alexandr alexandra alexey
alexia alexis alfa alfred alibaba alice alicia alien aliens alina alisha alison allan allen
alliance allison allmine allsop allstar alpha alphabet alpine alucard always alyssa amadeus
amadeusptfcor amanda amateur amateurs amazing amazon amber amelia america american amsterda
amsterdam an83546921an anaconda anakin anal analsex anarchy anastasia anders anderson andre andrea
andreas andrei andres andrew andrewjackie andrey andromeda andy anfield angel angela angelica
angelina angelo angels angie angus anhyeuem animal animals anime anna annabell anne annette annie
annika answer antananarivu anthony antoine anton antoni antonio anubis anything anytimetoday
apache apollo apple applepie apples april aquarius aragorn archer archie area argentina ariana
arizona arjay armagedon armani army arnold arsenal artem artemis artemka arthur artist artur
asd123 asd123asd asdasd asdf asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdfzxcv
asdzxc ashlee ashleigh ashley ashton asia asian aspire aspirine assass assassin assfuck asshole
assholes assman assword asterix astrid astros athena athens athlon atlanta atlantic atlantis
atomic attack attitude aubrey auburn auckland audia audrey august augusta augustus aurora aussie
austin australi australia autumn avalanch avalon avatar avenger avrillavigne awesome azamat azerty
azsxdc azsxdcfv babe babes babies baby babybaby babyblue babyboy babydoll babyface babygirl
babylon babylove bacardi bacchus back backdoor backup bacon badass badboy baddog badger badgirl
badiman badman baggins bagira bailey balance ball baller balloon balloons balls bambam banana
bananas banane bandit bang bangbang bangkok bank banker banner banshee banzai barbados barbara
barber barbie barcelon barcelona barefoot barker barkley barnes barney baron barrett barry barsik
bart bartman barton baseball basket basketba basketball bass bassman bastard batman battle baxter
bayern bcfields beach beaches beagle beamer bean beaner beanie beans bear bearbear bearcat bears
beast beastie beatle beatles beatrice beautifu beautiful beauty beaver beavis because becker
beckham becky beefcake beemer beer beerbeer beetle believe belinda bell bella belle belly bender
benfica bengals benjamin bennett benny benson bentley beowulf beretta berger berlin bermuda
bernard bernie bert bertha bertie beth bethany better betty beverly bhbirf bhrh0h2oof6xbqjeh
bianca bicycle bigass bigballs bigbear bigbird bigboobs bigboy bigbutt bigcock bigdaddy bigdick
bigdog bigfoot bigger biggie biggles bigguy bigmac bigman bigmike bigmoney bigone bigred bigsexy
bigtime bigtit bigtits bike bikini bilbo bill billie billy billybob billyboy bimmer bing bingo
binladen bird birdie birdman birthday biscuit bishop bitch bitchass bitches biteme bizkit blabla
black blackbir blackcat blackdog blackhaw blackie blackjac blackjack blackman blackout blacks
blacksonblon blacky blade blades blahblah blake blaster blaze blazer blessed blessing blink
blizzard blonde blondes blondie blood bloody blossom blow blowjob blowme bltynbabrfwbz blue
bluebird blueblue blueboy bluedog blueeyes bluefish bluemoon blues bluesky boat bob123 bobafett
bobbie bobbob bobby bobcat bobdylan boeing bogart bogdan bogey bohica bollocks bollox bomber bond
bondage bone bonehead boner bones bonita bonjour bonjovi bonkers bonnie bonsai boob boobie boobies
booboo boobs booger boogie booker bookworm boomboom boomer bootie boots booty boricua boris
borussia bosco boss bossman boston bottle bottom bounce bowler bowling bowser boxing boxster
boy4u2ownnyc boys bpgjldsgjldthnf br0d3r br549 brad bradford bradley brandi brando brandon brandy
brasil braves bravo brazil breast breasts breeze brenda brendan brent brett brewer brewster brian
briana brianna bridge bridget bright brighton bristol britney brittany broadway broken bronco
broncos brooke brooklyn brooks brother brothers brown brownie browns bruce brucelee bruins bruno
brutus bryan bryant bubba bubbas bubble bubbles buck bucket buckeye buckeyes buckshot buddah
buddha buddie buddy budlight budman budweise buffalo buffett buffy bugger builder bull bulldog
bulldogs bullet bullfrog bullnuts bulls bullseye bullshit bunghole bunny burger burton bush
business businessbabe busted buster butch butler butt butter buttercu butterfl butterfly butthead
butthole buttman button buttons butts buzz buzzard byteme cabbage cactus cadillac caesar caitlin
calgary calico caliente californ california caligula callaway callie calvin camaro cambiami camel
camelot camels cameltoe camera cameron camilla camille campbell camper canada canadian cancel
cancer cancun candice candle candy candyman cannabis cannon canon cantona canyon capital capone
caprice capslock captain caramel caravan carbon cardinal carina carl carla carlo carlos carlton
carmel carmen carol carole carolin carolina caroline carolyn carpedie carpet carrera carrie carrot
carson carter cartman cartoon casanova caserta casey cash casino casper cassidy cassie castle
castro cat123 catalina catch catdog catfish catherin catherine cathy catman cats cattle cavalier
caveman cbr600 ccbill cdtnkfyf cecilia cedric celeron celeste celica celine celtic celtics ceng
cent center central century cerberus cessna cfitymrf cgfhnfr chad chai chainsaw chair champ
champion champs chan chance chandler chanel chang change changed changeme chao chaos charger
chargers charity charlene charles charley charli charlie charlott charlotte charlton charly
charmed chase chaser cheater check checkers cheech cheeks cheers cheese cheeseburger cheetah
chelsea chemical cheng cherokee cherry cheryl chester chesterfield chevelle chevrole chevrolet
chevy chewie cheyenne chicago chichi chicken chickens chickenwing chicks chico chief chiefs
children chimera china chinook chip chipper chippy chivas chloe chocolat chocolate chong chopper
chou chris chrisbln chrissy christ christia christian christie christin christina christine
christmas christop christopher christy chrome chronic chrono chrysler chuai chuang chubby chuck
chuckie chuckles chucky chui chun chunky chuo church ciccio cicero cigars cinder cindy cinema
cinnamon circle circus city civilization cjdthitycndj cjkysirj cjkywt claire clancy clapton
clarence clarinet clark classic claude claudi claudia claudio claymore clayton clemson clevelan
clifford clinton clipper clitoris cloud clouds clover clown cnfc cobalt cobra cocacola cocaine
cock cocks coconut cody coffee cohiba coke coleman colleen college collin collins colombia colonel
colorado colors colt colton coltrane columbia columbus combat comet comics command commando common
company compaq compute computer concrete condom condor configuratio confused cong connect conner
connie connor conrad construction consumer contact content contortionist control cookie cookies
cool cooldude cooler coolguy coolio coolman coolness cooper cooter copper corleone cornell corona
corperfmonsy corrado corsair corvette cosmic cosmo cosmopolitan cosmos cosworth cotton cougar
cougars counter counterstrike country courage courtney cowboy cowboys coyote cracker craig crash
crawford crazy crazybab cream creampie creamy creative credit cricket criminal crimson cristian
cristina critter crjhgbjy crow cruise cruiser crunch crusader crysis crystal cthulhu cthutq
cubbies cubswin cuddles cumming cumshot cunt cunts cupcake curious curtis custom cutlass cutter
cxfcnmt cyber cyclone cyclops cynthia cypress d8cd98f00b daddy daemon daewoo dagger daisy dakota
dale dalejr dallas dalton damage damian damien dammit damnit dana dance dancer dang danger danie
daniel daniela danielle daniil danila danni danny dannyboy dante danzig daphne darius dark darkman
darkness darkside darkstar darling darrell darren darwin dave david davide davids davidson davis
dawg dawn dawson daytona dbrnjh dbrnjhbz deacon dead deadhead deadman deadpool dean deanna death
debbie deborah december deedee deejay deepthroat deeznuts deeznutz defender defiant deftones
delete delphi delta deluxe demon demons denali deng denis denise deniska dennis denver depeche
derek derrick desert design designer desire desiree deskjet destiny destroy detroit deutsch devil
devildog devilmaycry devils dexter dfcbkbq dfkthbz dfkthf dfktynbyf dfvgbh dharma diablo dialog
diamond diamonds dian diana dianne diao dick dickhead dickie dicks diehard diesel dietcoke dieter
digger diggler digital digitalprodu dilbert dildo dilligaf dillon dima dinamo ding dingdong dino
dinosaur dipshit direct director dirtbike dirty discover disney diver divine divorce dixie
djivanfros dkflbckfd dkflbvbh dkflbvbhjdbx dkflbvbhjdyf doberman doctor dodge dodger dodgeram
dodgers dogfood dogg doggie doggy doghouse dogman dogs doitnow dollar dollars dolores dolphin
dolphins domain domainlock dominic domino donald dong donkey donna donnie donuts doobie doodle
doogie dookie dorian dorothy dotcom double doug doughboy douglas down downtown dracula drago
dragon dragonba dragonball dragons dragoon drake dream dreamer dreams drew driver drizzt droopy
drowssap drpepper drummer dthjybrf dublin ducati duchess duck dude dudley duke dumbass duncan
durango duster dustin dusty dutch dutchess dwayne dylan eagle eagles eastside easy eatme eatpussy
eatshit ebony eclipse eddie eduard eduardo edward edwardcullen edwards eeyore eileen einstein
ekaterina elaine eleanor electra electric electron element elena elephant eleven elijah elite
elizabet elizabeth elizaveta elliot elliott elvira elvis elwood emerald emerson emily eminem emma
emmanuel emmitt empire energy engage engine engineer england english enigma enjoy enter enterpri
enterprise entertainment eraser eric erica ericsson erik ernest erotic erotica escape escort
esther eternal eternity eugene eureka europa europe evan evelyn everest everett everton ewqasdcxz
excalibu exigen exigent exodus explorer express extreme f**k fabian fabie fabric face facial
faggot faith falcon falcons fallen fallout family famous fang fantasy farley farmer farscape
farside fart fashion fast faster fatass fatboy fatcat father fatima fatman feather february
federico feet felicia felipe felix fender feng fergie fernand fernando ferrari ferret ferris
fester fetish fghtkm ficken fiesta figaro fighter filter filthy finalfantasy finance findaupair
finger fingers finish fire fireball firebird firefly firefox fireman first fish fisher fishes
fishing fisting fitness five fkmnthyfnbdf fktrcfylh fktrcfylhf fktrcfylhjdbx fktrcfylhjdf
fktrcfylhjdyf fktrctq flames flamingo flash flatron fletch fletcher flexible flight flipper floppy
florence florian florida flounder flower flowers floyd fluffy flvbybcnhfnjh flyboy flyers flying
focus foobar footbal football ford fordf forest forever foreveryoung forfun forget forgot formula
forrest fortuna fortune forum forward foryou fossil foster fowler foxtrot france frances francesc
francis franco francois frank frankie franklin franky freak freaks freaky freckles fred freddie
freddy frederic frederiksberg fredfred free freedom freeman freepass freeporn freeuser freeze
french fresh friday friend friendly friends fright frisco frisky fritz frodo frog frogger froggy
front frontier frosty frozen fubar fuck fuck_inside fucked fucker fuckers fuckface fuckfuck
fuckher fuckin fucking fuckit fuckme fuckoff fucktheworld fuckthis fucku fuckyou fuckyoubitch
fugazi function funny funtime fusion futbol future fuzzy fyfcnfcbz fylhtq fynfyfyfhbde fytxrf
fyutkbyf gabrie gabriel gabriela gabriell galaxy galina galore gambit gamecube gameover games
gandalf gang gangbang gangsta gangster garage garbage garcia garden garfield gargoyle garrett gary
gaston gateway gator gatorade gators gawker gbpltw gegcbr geheim gemini general genesis genius
geoffrey george georgia gerald gerard german germany geronimo gesperrt getmoney getsome
gfhfktkjuhfv gfhjkm gfhjkmgfhjkm ghbdtn ghbdtnbr ghbdtnghbdtn ghbdtnrfrltkf ghblehjr ghetto
ghhh47hj ghjatccbjyfk ghjcnj ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjnfr ghjcnjqgfhjkm
ghjcnjrdfibyj ghjnbdjcnjzybt ghost ghostrider ghtdtlvtldtl giant giants gibson gilbert gillian
ginger giorgi giovanni girl girls giuseppe gizmo gizmodo gjkbyf gjkysqgbpltw gladiator global
gloria glory gmoney gn56gn goalie goaway goblin goblue gobucks goddess godfathe godfather godsmack
godzilla gofish goforit goku gold goldberg golden goldfish goldie goldstar goldwing golf golfball
golfer golfgolf golfing goliath gollum gonavy gong gonzo goober good goodboy goodbye goodluck
goodman goodtime goofy google goose gopher gordon gorilla gotcha gothic gotohell govols grace
gracie graham grandma granny grant grapes graphics grateful grease great greatone greece green
greenbay greenday greene greenlantern greens greg gregor gregory gremlin grendel gretchen gretzky
griffey griffin gringo grizzly gromit groove groovy groucho grover grumpy gsxr gthtrfnbgjkt
gtnhjpfdjlcr guai guardian guest guiness guinness guitar gundam gunnar gunner gunners gustav
hacked hacker hailey hairy hal9000 halflife hallo hambone hamburg hamilton hamish hamlet hammer
hammers hampton hamster handsome handyman hang hank hanna hannah hannibal hans hansen hansolo
happy happyday hard hardcock hardcore harder hardon hardrock hardware harley harmony harold harper
harris harrison harry harvard harvey hassan hastings havefun hawaii hawaiian hawk hawkeye hawkeyes
hayabusa hayden hayley hd764nw5d7e1vb hd764nw5d7e1vbv head health heart hearts heater heather
heaven heckfy hector hedgehog hedimaptfcor heidi heineken helen helena hell hellfire hello helloo
hellos hellyeah helmet help helpme hendrix henry hentai herbert herbie hercules herman hermes
hershey hesoyam hidden higgins high highland hill hillary hilton hiphop hippie history hithere
hitler hitman hjvfirf hobbes hobbit hockey hokies holden holiday holland holly hollywoo hollywood
holmes holyshit home homer homers homerun honda honey hong hongkong hooker hoosier hoosiers hooter
hooters hootie hoover hope hopeless hopper horizon horndog hornet horney horny horse horses hotbox
hotboy hotdog hotpussy hotred hotrod hotsex hotshot hotstuff hottie house houses houston hover
howard huai huang hubert hudson hummer hungry hunter hunting hurley hurrican husker huskers
huskies hustler hyperion iamgod iampurehaha ib6ub ibanez icecream iceman idiot idontkno idontknow
iforgot igor iguana ihateyou ilja illini illinois illusion iloveboobies ilovemyfamily ilovesex
iloveu iloveyo iloveyou imagine immortal impala imperial incubus india indian indiana indians
indigo infantry inferno infiniti infinity ingodwetrust ingrid insane insert inside installdevic
installsqlst integra intel intelligence international internet intrepid intruder inuyasha iomega
ipo54tj45uy ipswich ireland irina irish ironman isabel isabella isabelle isaiah iscool
iseedeadpeople island israel istanbul italia italian ivan ivanov ivanova iverson iwantu j4ye3uz
jabroni jack jackal jackass jackie jackoff jackpot jackson jacob jacques jade jagger jaguar jake
jamaica james jamesbon jamesbond jameson jamie jammer jammin jane janet janice janine january
japan japanese jarhead jasmin jasmine jason jasper java javier jaybird jayden jayhawk jayhawks
jazz jazzman jean jeanette jeanne jedi jeep jeff jeffery jeffrey jenkins jenn jenna jennie
jennifer jenny jensen jeremiah jeremy jericho jerkoff jerome jerry jersey jess jesse jessic
jessica jessie jester jesus jethro jetski jewels jiang jill jillian jimbo jimbob jimmie jimmy jing
jiong jktymrf joanna joanne jockey joejoe joey johann johanna johannes john johnboy johnjohn
johnny johnson joker jokers jonathan jones jordan jose joseph josephphone josh joshua journey
jrcfyf juan judith juggalo juice julia julian julie juliet juliette julius jump jumper junebug
jungle junior jupiter just4me justdoit justice justin justinbieber justine justme juventus kahuna
kaiser kaitlyn kaktus kamikaze kang kangaroo kansas karate karen karina karma karolina kashmir
kasper katana katerina katherin katherine kathleen kathryn kathy katie katrin katrina kawasaki
kayla kaylee kcj9wx5n keegan keeper keith keller kelley kelly kelsey kendall kendra kennedy
kenneth kenny kenshin kentucky kenwood kenworth kermit kevin kevinp keyboard keystone keywest
kickass kicker kids kill killbill killer killers killme kilroy kimber kimberly kinder king kingdom
kingfish kingkong kingpin kingston kinky kipper kirill kirsten kiss kisses kissing kissme kitkat
kitten kitty kittycat kittykat klaster kleopatra klingon knickers knicks knight knights knockers
knopka kodiak kolobok kong kool korn koshka kosmos kostya kotaku kotenok kramer krishna krista
kristen kristi kristin kristina kristine kristy krystal ktjynsq ktyjxrf kume kungfu kyle labrador
labtec lacrosse ladies lady ladybug laguna lakers lakota lambert lamont lance lancelot lancer lang
lansing laptop larisa larry laser lassie lasvegas latin latinas latino laura laurel lauren
laurence laurie lawrence lawyer leader leanne leather leavemealone ledzep legacy legend legion
legolas lemon lemons leng lennon leon leonard leonardo leonid leopard lesbian lesbians leslie
lespaul lestat lester letmein letsgo letter lewis lexmark lexus lhbjkjubz liang liberty library
lick licker lickit lickme life lifehack lifetime light lighter lightnin lightning lights lillian
lilly lincoln linda lindsay lindsey lineage ling lion lionel lionking lions lipstick liquid lisa
lisalisa little liverpoo liverpool lizard lizzie loaded lobster loco logan logitech lokomotiv
lol123 lola lolipop lolita lollipop lollol london lonely lonestar lonewolf long longhorn look
looker looking looney looser lord lorenzo lori lorraine loser losers lost lotus louis louise
loulou love loveit lovelove lovely loveme lover loverboy lovers lovesex loveyou loving lowrider
ltybcrf luan lucas lucifer lucille lucky luckydog lucy ludmila ludwig luis luke lust luther
lvbnhbq lynn lytdybrbdfvgbhf lytghjgtnhjdcr macdaddy machine mack macross madden maddie maddog
madeline madina madison madman madmax madness madonna madrid maestro maggie maggot magic magical
magick magicman magnolia magnum magnus magpie maiden mailcreated mailman majestic makaveli maksim
malaka malcolm malibu malina mallard malone mamapapa manager manchest manchester mancity mandarin
mandingo mandy mango maniac manowar manson mantis manuel manuela manutd maprchem maradona marathon
marc marcel march marcia marco marcos marcus margaret margarita mari maria mariah marian marianne
marie marika marilyn marin marina marinamarina marine mariners marines marino mario marion marisa
marissa marius mark marker market markus marlboro marlene marley marlin marsha marshall martha
martin martina martine martinez martini marvel marvin mary maryann maryjane maryland mason massage
massimiliano massimo massive maste master masterbaiting masterbating masters masturbation matador
mathew matilda matrix matt matthew matthews mattie mature maureen maurice maurolarastefy maverick
max123 maxell maxim maxima maximum maximus maxine maxmax maxwell maxx mayday mayhem maynard
mazafaka mazda meat meatball meathead meatloaf mechanic medical medicine medusa megadeth megaman
megan megapass megatron meghan meister melanie melinda melissa mellon mellow melody melvin member
memorex memory memphis menace meng meowmeow mercedes mercury meredith meridian merlin merlot
mermaid mersedes metal metallic metallica method mets mevefalkcakk mexico miami mian miao michae
michael michaela michaeljackson micheal michel michele michell michelle michigan mickey microlab
micron microsof microsoft midget midnight midway mighty miguel mike mikemike mikey mila milana
milano milena miles military milkman miller millie million millions millwall milton mine minecraft
ming minime minnesota_hp minnie miracle mirage miranda miriam mirror misery misfit misha mishka
mission missy mister mistress misty mitch mitchell mittens mobile models modena mohamed mohammed
mojo mollie molly mollydog moloko molson mommy momoney momsanaladventure monaco monalisa monarch
monday mondeo money moneyman moneys mongoose monica monika monique monitor monke monkey monkeys
monopoly monroe monster montana monte montgom montreal monty moocow mookie moomoo moon moonlight
moose more morgan morganstanley moritz morning morpheus morris morrison mortalkombat mortgage
mortimer moscow mother motherfucker motherlode motley motorola mountain mouse movie movies mozart
msoracle32re msorcloledbr muffin mulder mullet multiplelo munchkin muppet murder murphy murray
musashi muscle mushroom music musica musicman mustafa mustang mustangs mustard mybaby mylife
mylove myname mypass myself mystery mystic nadine naked nancy napass napoleon napoli napster
naruto nascar nasty nastya nastyanastya natali natalia natalie natasha nathalie nathan national
natural nature naughty ncc1701 ncc1701a ncc1701d ncc1701e ne1469 ne_e_pod_chehyl nebraska
necronomicon needforspeed nellie nelson nemesis nemvxyheqdd5oqxyxyzi neng neptune network
networkingpe nevada newbie newcastl newlife newman newpass newport newproject newton newyork
nfnmzyf nguyen nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju nhfycajhvths niao nice nicholas nick
nick1234-rem nickel nicol nicola nicolas nicole nigger night nightcrawler nightmare nike nikita
nikki nikola nikolay nimbus nimrod nina niners ning ninja ninjas nintendo nipper nipple nipples
nirvana nissan nitram nobody noelle nofear nokia nolimit nomore nondriversig none nong noodle
noodles nookie nopass norman northern norton norway nothing nova novell november ntktajy ntktdbpjh
nude nudist nugget nuggets number nuts nuttertools nwo4life nyjets nylons nymets oakland oakley
oasis obiwan oblivion ocean oceans october odessa office ohyeah oicu oilers oklahoma oksana
olcrackmaster oldman oleg olga oliver olivia olivier omega onelove onetime online onlyme
ontheoutside open openup operator optimus oracle orange oranges orchid oregon orgasm original
orioles orion orlando oscar osiris othello otto ou812 ou8122 outkast outlaw over overkill overlord
oxford p0015123 pa55w0rd pa55word pablo pacers pacific packard packer packers pacman padres paint
paintbal paintball painter pakistan palace paladin palmer paloma pamela panama panasoni panasonic
pancho panda pandora pantera panther panthers panties pants pantyhos panzer paper paradise paradox
paraklast paris park parker parola parrot party pascal pass passat passion passme passpass
passport passw0rd passwd passwor password passwordassword passwordpassword passwords
passwordstandard passwort patches patience patricia patrick patriot patriots patton patty paul
paula pauline pavilion payton pdtplf peace peach peaches peacock peanut peanutbutter peanuts pearl
pearljam pebbles pedro peekaboo peewee pegasus pencil penelope peng penguin penguins penis penny
penthous pentium people pepper pepsi perfect person personal pervert pete peter peterpan peters
peterson petra petrov peugeot peyton pfqwtd phantom pheonix phil philadelphia philip philippe
philips phillies phillip phillips philly phish phoebe phoeni phoenix phone photo photos phpbb pian
pianoman piao picard picasso piccolo pickle pickles pickup pics picture pierce pierre piglet
pikachu pillow pilot pimp pimpin pineappl ping pingpong pinhead pink pinkfloy pinky pioneer piper
pippen pippin pirate pirates pisces pissing pissoff pistol pitbull pizza pizzas planet plastic
platinum play playboy player playing playstation playtime please pleasure plumber plymouth pobeda
poetry poison pokemon poker poland polaris police polina polly polniypizdec polo polska pompey
poncho pontiac pony poochie poodle pooh poohbear pookie pool poontang poop pooper poopie poopoo
pooppoop pooter popcorn popeye poppy porkchop porn porno pornographic pornos pornstar porsche
porter portland portugal poseidon positive possum postal potato pothead potter powder powell power
powers preacher precious predator prelude premier presario presto preston pretty primus prince
princes princess printer prissy private privet prodigy professional profit property prophet proxy
psycho ptybnxtvgbjy public puddin pudding pulsar pumpkin punisher punkin punkrock punksnotdead
puppies puppy pupsik purdue purple pussey pussie pussies pussy pussycat pussyman pussys putter
pyramid python q12345 q123456 q1w2e q1w2e3r q1w2e3r4t q1w2e3r4t5y q1w2e3r4t5y6u q1w2e3r4t5y6u7i
q1w2e3r4t5y6u7i8o9p q2w3e q2w3e4r q2w3e4r5t q2w3e4r5t6y qa2ws3ed qa2ws3ed4rf qa2ws3ed4rf5tg qawsed
qawsedrf qawsedrftgyh qaz123 qaz123wsx qaz2ws qaz2wsx qaz2wsx3edc qaz2wsx3edc4rfv qazqaz qazwsx
qazwsxed qazwsxedc qazwsxedcrfv qazwsxedcrfvtgb qazwsxqazwsx qazxsw qazxsw23edc qazxsw23edcvfr
qazxswedc qazxswedcvfr qazzaq qiao qing qiong qqq111 quality quan quantum quartz quattro queen
queens quest quincy qw34er qw34er56ty qwas qwaszx qwaszxerdfcv qwe123 qwe123qwe qwe456rty qweasd
qweasdzxc qweewq qweqwe qwer qwerasdf qwerasdfzxcv qwert qwertasdfgzxcvb qwerty qwertyasdfgh
qwertyu qwertyui qwertyuio qwertyuiop qwertyytrewq r2d2c3po rabbit rabota racecar racer racerx
rachael rachel racing radio rafael ragnarok raider raiders railroad rain rainbow rainman raistlin
ralph rambler rambo rammstein ramona ramones ramses rancid randall random randy ranger rangers
raptor raquel rascal rasdzv rasputin rasta rastaman raven ravens raymond razz rbhbkk rctybz reader
reading ready reagan reality really realmadrid reaper rebecca rebel rebels records recovery red123
redalert redbull reddog redfish redhead redhot redline redman redneck redrum reds redskins redsox
redwing redwings redwood reebok reefer reggie regina register remember remote renata renault renee
renegade reng rereirf rescue research resident residentevil respect retard retired revenge review
reynolds rfhbyf rfnthbyf rfrfirf rfrnec rhbcnbyf rhfcjnrf rhiannon rhino rhonda rhtdtlrj ricardo
rich richard richards richie richmond rick ricky rider rightnow riley ripken ripley ripper ripple
river rivers rjirfrgbde rjntyjr rjycnfynby roadkill roadking roadrunn robbie robert roberta
roberto roberts robin robinson robotech rock rocker rocket rockets rockford rockhard rockon rocks
rockstar rocky rodman rodney roger rogers roland roller rolling rolltide roman romance romashka
romeo rommel ronald ronaldinho ronaldo rong ronnie rookie rooney rooster rootbeer roscoe rose
rosebud rosemary rosie rostik rotten route rover rovers roxanne royals rtyuehe ruan rubber ruby
rufus rugby rules rulez rulezzz runescape runner running rupert rush ruslan russell russia russian
rustam rusty ryan sabbath sabina sabine sabres sabrina sacred sadie safari safety sailboat sailing
sailor saint saints sakura salamander saleen sally salmon salomon salsero salvador samantha samara
samiam sammie sammy sampson samson samsung samtron samuel samurai sanchez sancho sander sanders
sandiego sandman sandra sandro sandy sanfran sanfrancisco sang santana santiago santos sapper
sapphire sara sarah saratoga sascha sasha sassy sasuke satan satana satisfaction saturday saturn
saun sauron sausage savage savannah sayang scandinavian scania scanner scarface scarlet scarlett
school schoolgirlie science scooby scoobydo scooter scorpio scorpion scotch scotland scott scottie
scotty scout scrappy scratch scream screen scruffy scuba scully sdicmt7seytn seahawks seamus sean
searay search seattle sebastia sebastian second secret secrets secure security seeker seemnemaailm
seinfeld select selena seminole semperfi semtsriuty seng senior sentinel septembe september serega
serena serenity sergeant sergei sergey sergi sergio sersolution server service sesame seven sex
sex123 sex4me sexsex sexual sexx sexxxx sexy sexygirl sexyman shado shadow shadows shaggy shai
shalom shaman shamrock shane shaney shang shanghai shania shannon shaolin shark sharks sharky
sharon shasta shaved shawn shazam shearer sheba sheena shei sheila shelby shell shelley shelly
shemale shepherd sheriff sherlock sherman sherri sherry sherwood shiloh shirley shit shithead
shitty shogun shooter shopping short shorty shotgun shou showme showtime shun sidney siemens
sierra silence silver silverad silvia simba simon simona simone simple simpson simpsons sims
sinatra sinbad sinclair singer single sinister sinner sirius sister site sithlord sixers skate
skater skeeter skidoo skiing skinny skipper skippy skittles skorpion skydive skylar skyler skyline
skywalke skywalker slacker slapper slappy slapshot slave slayer sleepy slick slider slim slinky
slipknot slippery slut sluts slutty small smeghead smegma smelly smile smiles smiley smith smiths
smitty smoke smoker smokes smokey smokie smokin smoking smooth smudge smut snake snakes snapon
snapper snapple snatch sneakers snickers sniper snoop snoopdog snoopy snow snowball snowboar
snowman snuffy snuggles sobaka soccer socrates softball software sojdlg123aljg soldier soleil
solnce solo solomon solution somethin something sommer song sonic sonics sonnenschein sonny sonoma
sony sonyericsson sooner sooners sophia sophie soso123aljg sound southern southpar southpark space
spaceman spanish spank spanking spankme spanky sparkle sparks sparky sparrow sparta spartak
spartan spartans spawn speaker spears special specialinsta spectre spectrum speed speedo speedy
spencer spice spider spiderma spiderman spidey spike spinner spirit spitfire splash splinter
sponge spongebob spooky sport sporting sports spring springer sprint sprite spunky spurs sputnik
spyder squall squash squirrel squirt srinivas stacey stacy stalin stalker stallion standard
stanford stanley staples star starbuck starcraf starcraft stardust starfire starfish stargate
starman stars starship start starter startrek starwars static station stealth steam steel steele
steeler steelers stefan stefano stella steph stephani stephanie stephen stereo sterlin sterling
steve steven stevie stewart stick stickdaddy sticks sticky stimpy sting stinger stingray stinky
stinkyfinger stocking stocks stolen stone stonecol stonecold stoned stoner stones stoney stories
storm stormy strange stranger stratocaster street strength stretch strider strike striker strip
stripper stroke strong stuart stud student studio studly stuff stumpy stunner stupid subaru
sublime subway subzero success suck sucker suckit suckme sucks sugar sullivan sultan summer summit
sundance sunday sunflowe sunflower sunny sunnyday sunrise sunset sunshin sunshine super superfly
superman supernatural supersta superstar support supreme surf surfer surfing susan susana susanne
suzanne suzuki sveta svetik svetlana svoboda swallow sweden sweet sweetie sweetpea sweets sweety
swimmer swimming swinger swingers sword swordfis swordfish swords sydney sylvia syncmaster
syracuse system systemofadown tabitha tacobell tacoma talisman talon tamara tammy tang tango tank
tanker tanner tanya tara tardis target tarheel tarheels tarzan tasha tatiana tattoo tatyana taurus
taylor tazman tazmania tdutybq tdutybz teacher team technics techno teddy teddybea teddybear teen
teens tekken telefon telemike temp tempest templar temple temppassword teng tennis tequila teresa
terminal terminator terrapin terror terry test tester testing testtest texas thailand thanatos
thanks thankyou theboss thecakeisalie thecat thedog thedoors thedude theend thegame thegreat
thekid theking theman theodore theone theresa therock thesims thirteen thoma thomas thompson
thongs thor three throat thuglife thumbs thumper thunder thunderb thursday thx1138 tian tiberius
ticket ticketmaster tickle tiffany tiger tigers tigger tight tights timber time timmy timothy tina
ting tinker tinkerbell tinman tintin titanic titanium titans titleist tits titten titties titty
tobias toby today todd together toledo tolkien tomato tomcat tommy tommyboy tomorrow tomtom tong
tongue tony tool toolman toon tootsie topcat topdog topgun topher topper tornado toronto torres
toshiba tottenha tottenham toyota tracey tracker tractor tracy trader traffic train trains trance
transam transformers translator trapper travel traveler travis treasure trebor tree trevor
trfnthbyf trial triangle tricia tricky trident trigger trinidad trinity trisha tristan triton
triumph trixie trojan trojans trombone trooper trouble trout truck trucker trucks truelove truman
trumpet trunks trustno tsunami tuan tucker tuesday tulips tunafish tundra turbo turkey turner
turtle tweety twenty twilight twinkle twins twisted twister tyler typhoon tyrone tyson ufkbyf
ugd5hip2j ultima ultimate umbrella unbelievable underdog undertaker unicorn unique united
universal universe unknown unreal usa123 usarmy user usmc usnavy usuckballz utopia vacation vader
vadim vagina valencia valentin valentina valera valeri valeria valerie valhalla valkyrie valley
vampire vampires vanessa vanhalen vanilla vanyarespekt vasilisa vector vectra vedder vegas vegeta
velvet venera venice venus verbatim veritas vermont vernon verona veronica veronika vertigo vette
vfczyz vfhbyf vfhbyfvfhbyf vfhecz vfhufhbnf vfksirf vfrcbv vfrcbvrf vfrcbvvfrcbv vfvekz vfvfgfgf
vfvfvskfhfve vfvjxrf vh5150 viagra victor victoria victory video vietnam viewsonic viking vikings
viktor viktoria village vincent vinnie violet viper vipers virgin virginia virtual vision vitalik
vivian vkontakte vladik vladimir vladimirovna vladislav volley volume volvo voodoo vortex voyager
voyeur vulcan wagner walker wallace walleye wally walmart walnut walrus walter wang wanker wapbbs
warcraft wareagle warhammer warhammer40k warlock warlord warner warning warren warrior warriors
warthog wasser wassup watcher water waterloo waters watson wayne wazzkaprivet weasel weather
weaver webmaste webmaster websolutions websolutionssu webster webuivalidat wedding weed weezer
weihnachtsbau weihnachtsbaum welcome welder wendy werewolf werner wesley west western westham
westside westwood wetpussy what whatever whatsup wheels whiskers whiskey whisky whisper white
whitesox whitey whitney whocares whore whosyourdaddy whynot wibble wicked wilbur wild wildcat
wildcats wildfire wildman will willia william williams willie willis willow willy wilson window
windows windsor winner winnie winston winter wisdom wishbone wizard wkoa0fp78dk wolf wolfgang
wolfie wolfman wolfpack wolverin wolverine wolves woman wombat women wonder wood woody woofwoof
woohoo wookie wordpass work working world worms wraith wrangler wrestle wrestlin wrestling wright
wrinkle writer wutang x2zkg8w xanadu xander xavier xbox xerxes xfiles xiang xiao xiong xtreme xuan
xxx123 xxxp455w0rd xxxpass xyz123 yamaha yang yankee yankees ybrbnf ybrjkfq yellow yfcntymrf
yfnfif yfnfkmz ying yoda yomama yosemite young yourmom yousuck yvonne yzerman z1x2c z1x2c3v
z1x2c3v4b5n z1x2c3v4b5n6m zachary zaphod zappa zaq123 zaq12wsx zaq12wsxcde zaq1xsw zaq1xsw2cde
zaqwsx zaqwsxcderfv zaqxsw zaraza zcfvfzkexifz zenith zeppelin zero zerocool zeus zhai zhei zheng
zhong zhou zhuai zhuang zhun zidane ziggy zigzag zipper zippy zombie zorro zqjphsyf6ctifgu zvezda
zxasqw zxc123 zxcasd zxcasdqwe zxcv zxcvbn zxcvbnm zxcvbnmmnbvcxz
`
    .trim()
    .split(/\s+/),
);
