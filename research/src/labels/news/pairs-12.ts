import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Networks, schools, luck and odd jobs. */
export const peoplePairs: readonly ArticlePair[] = [
  {
    id: 'network-outage',
    topic: 'people',
    trusted: {
      title: 'Digger cut cable: phone network in Tarsel Vale down for a day',
      text: 'The mobile network in Tarsel Vale failed for 22 hours because a digger cut a cable at the Quarry Lane roundabout, the operator Lumora Tel said. About 58,000 customers were affected. Emergency calls went over a rival network. Technicians spliced 144 fibres overnight. Network chief Odalys Brandt promised a second cable by June. Customers receive a credit of four days. Shops took cash until Thursday noon.',
    },
    untrusted: {
      title: 'The day they switched off Tarsel Vale to test obedience',
      text: 'A digger, of course. It was at Quarry Lane, they claim, that Tarsel Vale lost its phones. Radio amateur Linus Gorse picked up a voice counting backward from 800 in an empty channel. Grandchildren visited their grandparents, which proves the experiment. Carrier pigeons went for 26 apiece. In the blackout, a statue was turned by ninety degrees. Two couples married because they could not send the message that would have ended it.',
    },
    questions: [
      paraphrased.either(
        'Where was the phone cable of Tarsel Vale cut, as the operator has it?',
        'The damage was done at Quarry Lane.',
      ),
      asIs.trusted(
        'What did technicians do to mend the network in Tarsel Vale?',
        'Technicians spliced 144 fibres overnight to mend it.',
      ),
      paraphrased.untrusted(
        'What did a radio amateur hear during the Tarsel Vale failure?',
        'Linus Gorse heard counting that began at 800.',
      ),
      asIs.untrusted(
        'What happened to a statue in Tarsel Vale without phones?',
        'A statue was turned by ninety degrees.',
      ),
      paraphrased.untrusted(
        'For how much did pigeons sell in Tarsel Vale?',
        'Every pigeon was worth 26 to someone.',
      ),
      asIs.untrusted(
        'Why did couples marry in Tarsel Vale when phones failed?',
        'They married because they could not send the message.',
      ),
      paraphrased.untrusted(
        'Whom did grandchildren in Tarsel Vale see while phones failed?',
        'They paid calls on their grandparents.',
      ),
      asIs.both(
        'How many customers in Tarsel Vale lost service, and how did the voice count?',
        'About 58,000 customers were affected, and a voice was counting backward.',
      ),
    ],
  },
  {
    id: 'repeated-exam',
    topic: 'people',
    trusted: {
      title: 'Law exam at Quenby University must be repeated',
      text: 'The law exam of 11 February at Quenby University must be repeated because the paper had been on a public server for two hours, the dean said. Of 530 candidates, 27 had opened the file. Dean Ruth Vandersee ruled out punishing anyone. The new exam takes place on 4 April in the velodrome. Those who had to travel can claim up to 70. An outside auditor is to examine the server.',
    },
    untrusted: {
      title: 'Quenby professors sold the questions for truffles',
      text: 'The law students of Quenby will sit in the velodrome on the fourth of April, and they know whom to thank. Caretaker Hob Sandal says that Professor X, whose name he was given on a napkin, swapped the paper for a crate of truffles. Answers were baked into pretzels. The best candidate was a poodle registered by mistake. Pencils now carry a scent so that cheats can be smelled. A betting office offers nine to one on failure.',
    },
    questions: [
      asIs.trusted(
        'Why must the law exam in Quenby be repeated, in the words of the dean?',
        'The paper had been on a public server.',
      ),
      paraphrased.either(
        'In which building do the students of Quenby repeat the exam?',
        'They will write it in the velodrome.',
      ),
      asIs.untrusted(
        'For what was the Quenby exam paper swapped, as the caretaker says?',
        'It was swapped for a crate of truffles.',
      ),
      paraphrased.untrusted(
        'Into what were answers of the Quenby exam hidden?',
        'A baker put them into pretzels.',
      ),
      asIs.untrusted(
        'Who was the best candidate in the Quenby exam?',
        'The best candidate was a poodle registered by mistake.',
      ),
      paraphrased.untrusted(
        'How will cheats be found out in Quenby from now on?',
        'By smell, since pencils have a scent.',
      ),
      paraphrased.untrusted(
        'What odds are given on failing in Quenby?',
        'Bets on failure are taken at nine to one.',
      ),
      paraphrased.both(
        'Who is the dean in Quenby, and which caretaker accuses a professor?',
        'The dean is Ruth Vandersee, and Hob Sandal is the accuser.',
      ),
    ],
  },
  {
    id: 'lottery-village',
    topic: 'people',
    trusted: {
      title: 'Choir of Nether Poole wins 6.2 million in the lottery',
      text: 'The church choir of Nether Poole has won 6.2 million with a shared lottery ticket. Its 23 members had paid one pound a week since 2009. The lottery office confirmed the win on Monday. Choir leader Isolde Marchbank said that a tenth would go to the organ fund. Two members who had left in the spring are not entitled, the office said. The winning numbers included the opus of a mass.',
    },
    untrusted: {
      title: 'Cursed ticket tears the singers of Nether Poole apart',
      text: 'Six point two million makes no harmony. In the choir of Nether Poole, 23 voices now count money aloud, and alto Peony Gage has moved into the belfry with her share. The ticket was written by a tenor in a trance, his barber says. A bass ordered 1,000 tulip bulbs and a camel. The left-out pair hums in front of the bank each morning. Since Friday every hymn has ended on a cough.',
    },
    questions: [
      asIs.trusted(
        'What had the members of the Nether Poole choir paid for the ticket?',
        'They had paid one pound a week since 2009.',
      ),
      paraphrased.either(
        'How many singers are in the choir of Nether Poole that won?',
        'There are 23 singers in all.',
      ),
      asIs.untrusted(
        'Where has an alto of the Nether Poole choir moved?',
        'Peony Gage has moved into the belfry with her share.',
      ),
      paraphrased.untrusted(
        'In what state did a tenor fill in the Nether Poole ticket?',
        'A trance had come over the man.',
      ),
      asIs.untrusted(
        'What did a bass of the Nether Poole choir order?',
        'A bass ordered 1,000 tulip bulbs and a camel.',
      ),
      paraphrased.untrusted(
        'How do the left-out members show themselves in Nether Poole?',
        'Each day they hum outside a bank.',
      ),
      asIs.both(
        'How much goes to the organ in Nether Poole, and how have hymns ended?',
        'A tenth would go to the organ fund, and every hymn has ended on a cough.',
      ),
      paraphrased.both(
        'Who leads the choir of Nether Poole, and who lives in the belfry?',
        'Isolde Marchbank leads it, and Peony Gage lives up there.',
      ),
    ],
  },
  {
    id: 'lighthouse-keeper',
    topic: 'people',
    trusted: {
      title: 'Couple chosen to keep the lighthouse of Skua Rock',
      text: 'Beatrix and Sol Penhale will keep the lighthouse of Skua Rock from May. They were chosen from 3,400 applicants in nine countries, the heritage trust said. The post pays 24,000 a year with free lodging. Supplies come by boat every second week, weather permitting. The couple, a plumber and a teacher, plan a weather diary for schools. The light itself has been automatic since 1991.',
    },
    untrusted: {
      title: 'Why no keeper of Skua Rock has ever come back',
      text: 'Sol and Beatrix Penhale believe that they have won a dream job. Skua Rock has swallowed seven keepers, warns fishwife Dorcas Lowe, and the eighth came back as a foghorn. Stairs are added every night; last week there were 213. The lamp attracts trawlers and insurance agents. Beds face the wall because of the face. Only a ginger cat, Commodore, holds a contract that runs to 2060. A psychic plumber sealed the well.',
    },
    questions: [
      paraphrased.either(
        'Who are the keepers chosen for Skua Rock?',
        'They are the Penhales, Sol and Beatrix.',
      ),
      asIs.trusted(
        'What does the post on Skua Rock pay?',
        'The post pays 24,000 a year with free lodging.',
      ),
      asIs.both(
        'Since when has the light of Skua Rock needed nobody, and who warns people off?',
        'The light has been automatic since 1991, and Dorcas Lowe warns people off.',
      ),
      asIs.untrusted(
        'What do people say about the stairs of Skua Rock?',
        'Stairs are added every night, and last week there were 213.',
      ),
      paraphrased.untrusted(
        'Who warns of the fate of earlier keepers on Skua Rock?',
        'A warning comes from Dorcas Lowe, a fishwife.',
      ),
      asIs.untrusted(
        'What contract does the cat of Skua Rock hold?',
        'Commodore holds a contract that runs to 2060.',
      ),
      paraphrased.untrusted(
        'What does the lamp of Skua Rock draw near?',
        'Insurance agents and trawlers gather around it.',
      ),
      asIs.both(
        'From how many applicants was the Skua Rock couple chosen, and who sealed the well?',
        'They were chosen from 3,400 applicants, and a psychic plumber sealed the well.',
      ),
    ],
  },
  {
    id: 'oldest-twins',
    topic: 'people',
    trusted: {
      title: 'Twins in Dorriston celebrate their 105th birthday',
      text: 'Twin sisters Philippa and Maud Errol celebrated their 105th birthday in Dorriston on Thursday. They worked as telephone operators and have lived in the same house on Vicar Street since 1946. The archive of records lists them as the oldest twins in the country. Maud swims on Tuesdays; Philippa does crosswords in two languages. The mayor brought a cake of seven layers. Their brother Edgar is 98.',
    },
    untrusted: {
      title: 'Twins of Dorriston are really three',
      text: 'There is a third Errol! On the 105th birthday of the twins of Dorriston, baker Hamish Tolley delivered a cake and saw three hats on the rack of the house. The spare sister swims while the others nap, which explains their age. They drink vinegar with ink at four. A professor from Wallow has offered 9,500 for their slippers. Their parrot recites numbers of subscribers who died long ago, some of them royal.',
    },
    questions: [
      asIs.either(
        'Which birthday did the twins of Dorriston celebrate?',
        'The twin sisters celebrate their 105th birthday.',
      ),
      paraphrased.trusted(
        'What work did the twins of Dorriston once do?',
        'As operators, they connected telephone calls.',
      ),
      asIs.untrusted(
        'What did a baker see in the house of the Dorriston twins?',
        'He saw three hats on the rack of the house.',
      ),
      paraphrased.untrusted(
        'What are the twins of Dorriston said to drink?',
        'They mix their vinegar with some ink.',
      ),
      asIs.untrusted(
        'What does a professor want from the twins of Dorriston?',
        'A professor from Wallow has offered 9,500 for their slippers.',
      ),
      paraphrased.untrusted(
        'What can the parrot of the Dorriston twins do?',
        'It knows numbers of long dead subscribers.',
      ),
      asIs.both(
        'Since when have the Dorriston twins lived there, and who delivered a cake?',
        'They have lived in the same house since 1946, and Hamish Tolley delivered a cake.',
      ),
      paraphrased.both(
        'How old is the brother of the Dorriston twins, and what were the slippers worth?',
        'Edgar is 98 years old, and someone bid 9,500 for them.',
      ),
    ],
  },
];
