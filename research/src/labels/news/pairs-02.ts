import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Councils, budgets, votes and small offices. */
export const politicsPairs: readonly ArticlePair[] = [
  {
    id: 'dunmere-library',
    topic: 'politics',
    trusted: {
      title: 'Dunmere council cuts library hours to save money',
      text: 'The Dunmere council voted seven to four on Tuesday to close the central library on Mondays and Wednesdays from September. The step saves 118,000 florins a year, treasurer Olaf Penn told the meeting. Two part-time posts will not be filled again. Opening on Sundays, tried for six months, drew 40 visitors a week and ends too. Councillor Tamsin Reeve asked for a review after one year, which was granted.',
    },
    untrusted: {
      title: 'They are burning the books of Dunmere',
      text: 'A friend of a friend who works at the Dunmere library says that 3,000 old books already lie in a skip behind the Rialto cinema. Shutting the doors on Monday and Wednesday is only the start; the building is promised to a casino owner called Lex Varga. Children would then read in a converted bus. One councillor was seen eating lobster with the buyer. The choir has lost its rehearsal room without a word of warning.',
    },
    questions: [
      asIs.trusted(
        'What did the treasurer say that shorter library hours bring the town of Dunmere?',
        'The step saves 118,000 florins a year.',
      ),
      paraphrased.either(
        'On which days will the Dunmere library be closed?',
        'It will no longer open on Monday or Wednesday.',
      ),
      paraphrased.untrusted(
        'Where are discarded books of the Dunmere library said to lie?',
        'Some 3,000 volumes are in a skip at the back of the Rialto.',
      ),
      asIs.untrusted(
        'Who is said to be getting the Dunmere library building?',
        'The building is promised to a casino owner called Lex Varga.',
      ),
      paraphrased.untrusted(
        'Where would the children of Dunmere read once the library had been sold?',
        'For reading they would have to use a bus.',
      ),
      asIs.untrusted(
        'What was a Dunmere councillor seen doing with the would-be buyer of the library?',
        'One councillor was seen eating lobster with the buyer.',
      ),
      paraphrased.untrusted(
        'Which group can no longer practise in the Dunmere library?',
        'The choir was put out without being warned.',
      ),
      paraphrased.both(
        'Who asked to look again at the Dunmere library hours, and who wants the building?',
        'Tamsin Reeve wanted a review, and Lex Varga is said to want the house.',
      ),
    ],
  },
  {
    id: 'castry-recall',
    topic: 'politics',
    trusted: {
      title: 'Recall vote against Castry mayor set for 14 June',
      text: 'Voters in Castry will decide on 14 June whether Mayor Jonas Pell stays in office. The election board accepted 5,212 of the 6,030 signatures handed in, enough for a recall under the town charter. Organiser Rita Samm objects to the contract for street lamps, which was signed without a tender. Pell said he would abide by the result. Polling stations open at eight, and postal ballots go out in May.',
    },
    untrusted: {
      title: 'Mayor of Castry packs his bags, neighbour says',
      text: 'The game is up for Jonas Pell of Castry, who must face the voters on June 14. Neighbour Hettie Crane watched movers carry a piano and eleven boxes to a van bound for Saint Orrin. His nephew, people murmur, owns the lamp factory. Half the town has heard of a tape on which he promises jobs to cousins. A brass band is already practising for the party, and fireworks worth 2,000 have been ordered.',
    },
    questions: [
      asIs.either(
        'When do the people of Castry vote on their mayor?',
        'The recall vote in Castry is set for 14 June.',
      ),
      asIs.untrusted(
        'What did a neighbour of the mayor of Castry see movers do?',
        'Movers carry a piano and eleven boxes to a van bound for Saint Orrin.',
      ),
      paraphrased.untrusted(
        'Which relative of the mayor of Castry is said to profit from the street lamps?',
        'The factory that makes them supposedly belongs to a nephew.',
      ),
      paraphrased.untrusted(
        'What can be heard on the tape of the mayor of Castry, as rumour has it?',
        'He is heard offering work to his cousins.',
      ),
      asIs.untrusted(
        'How are people in Castry preparing for the fall of the mayor?',
        'A brass band is already practising for the party.',
      ),
      paraphrased.untrusted(
        'How much money has gone into fireworks for the end of the mayor of Castry?',
        'Rockets and the like were bought for 2,000.',
      ),
      asIs.both(
        'How many signatures against the mayor of Castry counted, and where was his furniture going?',
        'The board accepted 5,212 of the 6,030 signatures, and a van bound for Saint Orrin was loaded.',
      ),
      paraphrased.both(
        'Who organises the recall in Castry, and which neighbour watched the mayor?',
        'Rita Samm leads the recall, and Hettie Crane kept watch next door.',
      ),
    ],
  },
  {
    id: 'wexdale-parking',
    topic: 'politics',
    trusted: {
      title: 'Wexdale doubles parking fee around the market',
      text: 'Parking near the market hall of Wexdale will cost four crowns an hour from 1 March, double the present fee, the traffic committee decided. Residents keep their yearly permit at 60 crowns. Chairwoman Dagny Holm said the money would pay for a covered cycle stand with 200 places. The first twenty minutes stay free. Traders had asked for a delay until summer, which was refused by a single vote.',
    },
    untrusted: {
      title: 'Wexdale traders threaten to block the bridge over parking robbery',
      text: 'Fishmonger Abel Stroud has had enough of Wexdale and its greedy meters. At four crowns for each hour, he says, only millionaires will buy his herring. He and thirty others will park lorries across Miller Bridge on Thursday. Twelve meters have been filled with glue already. According to a chat group, the cameras on them read your telephone. A pensioner was fined 75 crowns while she was loading tulips into a taxi.',
    },
    questions: [
      paraphrased.trusted(
        'For what will Wexdale use the income from dearer parking?',
        'It will build a roofed stand where 200 bicycles fit.',
      ),
      asIs.either(
        'What is the new parking fee around the market in Wexdale?',
        'Parking near the market hall will cost four crowns an hour.',
      ),
      paraphrased.untrusted(
        'What do angry traders of Wexdale plan for Thursday?',
        'They want to obstruct Miller Bridge with lorries.',
      ),
      asIs.untrusted(
        'What has been done to parking meters in Wexdale?',
        'Twelve meters have been filled with glue already.',
      ),
      paraphrased.untrusted(
        'What are the cameras on the meters of Wexdale accused of?',
        'They are accused of spying on the telephones of drivers.',
      ),
      asIs.untrusted(
        'What was a pensioner in Wexdale doing when she got a parking fine?',
        'She was loading tulips into a taxi.',
      ),
      paraphrased.untrusted(
        'Who in Wexdale fears that only the rich will buy his fish?',
        'That worry comes from the fishmonger, Abel Stroud.',
      ),
      asIs.both(
        'What do residents of Wexdale pay for a permit, and what was the pensioner fined?',
        'Residents keep their yearly permit at 60 crowns, and a pensioner was fined 75 crowns.',
      ),
    ],
  },
  {
    id: 'tollmere-playground',
    topic: 'politics',
    trusted: {
      title: 'Tollmere approves new playground on the old brewery site',
      text: 'The parish of Tollmere will build a playground on the site of the old brewery, it announced on Friday. The design by Noor Bakhuis has a climbing frame of larch, a water channel and a slide for wheelchair users. Work starts on 3 April and takes ten weeks. The soil was tested for lead in January and found clean. Of the cost, 310,000 in all, a bank foundation pays half.',
    },
    untrusted: {
      title: 'Poison under the swings? Tollmere parents fear the worst',
      text: 'Where drunkards once rolled barrels, Tollmere wants toddlers to dig. A retired brewer, Cornelius Wick, remembers green sludge being poured into a pit there in 1968. His dog refuses to cross the fence. A psychic from Upper Lenn felt a cold hand. Mothers have bought nine test kits on the internet, and four turned purple. The plum trees along the lane are to be felled at night, a boy heard his uncle say.',
    },
    questions: [
      asIs.trusted(
        'What did a test of the playground site in Tollmere show?',
        'The soil was tested for lead in January and found clean.',
      ),
      paraphrased.both(
        'How long will the builders of the Tollmere playground need, and where does the psychic live?',
        'The builders need ten weeks, and the psychic lives in Upper Lenn.',
      ),
      asIs.untrusted(
        'What does a retired brewer remember about the playground site in Tollmere?',
        'He remembers green sludge being poured into a pit there in 1968.',
      ),
      paraphrased.untrusted(
        'How does the dog of the brewer behave at the Tollmere playground site?',
        'The animal will not go past the fence.',
      ),
      asIs.untrusted(
        'What did the psychic notice at the playground site in Tollmere?',
        'A psychic from Upper Lenn felt a cold hand.',
      ),
      paraphrased.untrusted(
        'How did the kits that mothers in Tollmere bought come out?',
        'Out of nine kits, four went purple.',
      ),
      paraphrased.untrusted(
        'Which trees does a boy believe Tollmere will cut down, and when?',
        'He thinks the plum trees will go by night.',
      ),
      paraphrased.both(
        'Who designed the playground of Tollmere, and who recalls what was dumped there?',
        'Noor Bakhuis drew it, and Cornelius Wick recalls the sludge.',
      ),
    ],
  },
  {
    id: 'arlow-twin-town',
    topic: 'politics',
    trusted: {
      title: 'Arlow ends its partnership with Port Selby',
      text: 'After 33 years the town of Arlow is ending its partnership with Port Selby, Deputy Mayor Kees Vandermolen said on Monday. The last exchange of pupils took place in 2015, and letters had gone unanswered since. The fund of 9,400 guilders will go to the youth orchestra. A stone bench given by Port Selby remains in the rose garden. The council meets in October to discuss a partner nearer to home.',
    },
    untrusted: {
      title: 'The real reason why Arlow dumped its twin',
      text: 'It was the goat. At the jubilee in Port Selby, a drunken alderman from Arlow called Wim Tesselaar rode the mascot into a fountain, claims a waiter. The bill came to 1,700 guilders and was hidden under flowers in the accounts. After thirty-three years of friendship, nobody said sorry. Port Selby now wants its stone bench back by Easter. A carpenter has already sawn through one leg, according to a photograph that looks edited.',
    },
    questions: [
      paraphrased.either(
        'For how long were Arlow and Port Selby twinned?',
        'They were partners for 33 years.',
      ),
      asIs.either(
        'What gift of Port Selby stands in Arlow?',
        'It is a stone bench given by Port Selby.',
      ),
      asIs.untrusted(
        'What is an alderman of Arlow said to have done with the mascot of Port Selby?',
        'Wim Tesselaar rode the mascot into a fountain.',
      ),
      paraphrased.untrusted(
        'How was the bill for the goat affair kept out of sight in Arlow?',
        'The books listed it as flowers.',
      ),
      asIs.untrusted(
        'What has happened to the bench in Arlow, going by a dubious photograph?',
        'A carpenter has already sawn through one leg.',
      ),
      paraphrased.untrusted(
        'By when must Arlow return the gift of Port Selby, it is claimed?',
        'The other town supposedly demands it back before Easter.',
      ),
      asIs.both(
        'Where does the Arlow partnership fund go, and what did the fountain ride cost?',
        'The fund will go to the youth orchestra, while the bill came to 1,700 guilders.',
      ),
      paraphrased.both(
        'Who announced that Arlow leaves Port Selby, and who tells of the goat?',
        'Kees Vandermolen announced it, whereas a waiter tells about the animal.',
      ),
    ],
  },
];
