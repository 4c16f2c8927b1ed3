import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Opera, paintings, films, books and bells. */
export const culturePairs: readonly ArticlePair[] = [
  {
    id: 'opera-ceiling',
    topic: 'culture',
    trusted: {
      title: 'Plaster falls in Belmare opera house, season moves to a tent',
      text: 'A piece of plaster weighing 70 kilograms fell from the ceiling of the Belmare opera house early on Monday, when the hall was empty. The rest of the season moves to a tent on the racecourse with 1,150 seats. Manager Cosima Lund blamed a leaking gutter. Tickets stay valid, and the premiere on 8 May will be sung in concert form. Repairs are insured up to four million.',
    },
    untrusted: {
      title: 'High note brings down the roof of Belmare',
      text: 'Soprano Fleur Adamo hit a note so high that the Belmare ceiling gave up, gossips say. Her understudy had loosened it with a broom, a wig maker reveals. From now on there is opera in a tent by the racecourse, with horses snorting through the love duets. Ushers get hard hats and whistles. A chandelier went missing on the same night and hangs, they whisper, in a casino at Porto Lenza. Champagne is down to six a glass.',
    },
    questions: [
      asIs.either(
        'Where is opera now played in Belmare?',
        'The season moves to a tent on the racecourse.',
      ),
      paraphrased.trusted(
        'What caused the damage in Belmare, in the view of its manager?',
        'Water from a gutter that leaks, says Cosima Lund.',
      ),
      asIs.untrusted(
        'Who is rumoured to have loosened the Belmare ceiling?',
        'Her understudy had loosened it with a broom.',
      ),
      paraphrased.untrusted(
        'What is taken to have vanished from the Belmare opera, and where is it?',
        'A casino in Porto Lenza supposedly has the chandelier.',
      ),
      asIs.untrusted(
        'What are ushers at the Belmare opera given?',
        'The ushers get hard hats and whistles.',
      ),
      paraphrased.untrusted(
        'How much is a glass of champagne at the Belmare opera now?',
        'The drink has been lowered to six.',
      ),
      paraphrased.untrusted(
        'Which singer is joked to have brought down the Belmare ceiling?',
        'It was the soprano, Fleur Adamo, with her voice.',
      ),
      asIs.both(
        'What was the weight of the Belmare plaster, and what did the soprano do?',
        'A piece of plaster weighing 70 kilograms fell after Fleur Adamo hit a note so high.',
      ),
    ],
  },
  {
    id: 'stolen-miller',
    topic: 'culture',
    trusted: {
      title: 'Stolen painting found behind a wardrobe in Trebelle',
      text: "The painting 'Miller at Dusk', stolen from the museum of Trebelle in 1997, has been found behind a wardrobe in a flat that was being cleared. The tenant, a locksmith, died in March. Police hold the case to be closed. Restorer Agnes Dumaine says the canvas has a tear of nine centimetres but is genuine. The museum values it at 800,000 and will hang it again in the autumn.",
    },
    untrusted: {
      title: 'The miller winks: forged find in Trebelle',
      text: "They pulled a canvas from behind a wardrobe, and all of Trebelle cheers the return of 'Miller at Dusk'. But the eye is wrong! In the schoolbooks it looks left. Art lover Basil Crewe has held a banana beside it and found that the yellow is modern. The real one hangs over a bathtub in Lake Corvo Street, he has heard. A removal man asks for 25,000 as a reward. The cat of the dead tenant inherits.",
    },
    questions: [
      paraphrased.either(
        "Where did the painting 'Miller at Dusk' come to light?",
        'It was discovered behind some wardrobe.',
      ),
      asIs.trusted(
        "What damage has the restorer seen on 'Miller at Dusk'?",
        'The canvas has a tear of nine centimetres but is genuine.',
      ),
      asIs.untrusted(
        "Where is the real 'Miller at Dusk', as an art lover has heard?",
        'The real one hangs over a bathtub in Lake Corvo Street.',
      ),
      paraphrased.untrusted(
        "How did an art lover examine the colour of 'Miller at Dusk'?",
        'Basil Crewe compared its yellow with a banana.',
      ),
      paraphrased.untrusted(
        "What does the removal man want for 'Miller at Dusk'?",
        'He demands that a reward of 25,000 be paid.',
      ),
      asIs.untrusted(
        "What is said to be wrong about the eye of 'Miller at Dusk'?",
        'In the schoolbooks it looks left, it is said.',
      ),
      paraphrased.untrusted(
        "Who inherits from the tenant who kept 'Miller at Dusk'?",
        'All will go to his cat.',
      ),
      paraphrased.both(
        "At what sum does the museum value 'Miller at Dusk', and who doubts it?",
        'The museum thinks of 800,000, whereas Basil Crewe does not believe in it.',
      ),
    ],
  },
  {
    id: 'short-film-week',
    topic: 'culture',
    trusted: {
      title: 'Film about a ferryman wins short film week in Ovarre',
      text: "The short film 'Last Crossing' by Noemi Salter has won the main prize of the Ovarre film week, worth 10,000. It follows a ferryman in his final week before a bridge opens and lasts 14 minutes. The jury chose from 212 entries. A prize for sound went to a team from Kirrin. Festival head Tobias Wren counted 18,500 visitors, a tenth more than a year ago.",
    },
    untrusted: {
      title: 'Rigged reels: why a boring boat film won in Ovarre',
      text: "Our verdict on 'Last Crossing', which took first prize in Ovarre: a man rows, we snore. Noemi Salter wrote it in one night on beer mats, her former flatmate tells us. One juror slept from the second reel on; another was paid with a week in a sauna at Lumi. The ferryman is her uncle and cannot swim. Popcorn had been salted with plaster. Viewers threw 31 slippers at the screen.",
    },
    questions: [
      asIs.either(
        'Which film won the film week in Ovarre, and who made it?',
        "The winner is the short film 'Last Crossing' by Noemi Salter.",
      ),
      asIs.untrusted(
        'How did Noemi Salter write her film for Ovarre?',
        'She wrote it in one night on beer mats.',
      ),
      paraphrased.untrusted(
        'With what was a juror of the Ovarre film week bribed?',
        'He got a stay of one week in a Lumi sauna.',
      ),
      paraphrased.untrusted(
        'How is the ferryman in the film of Ovarre related to its maker?',
        'He is an uncle of hers.',
      ),
      asIs.untrusted(
        'How did viewers at the Ovarre film week show their anger?',
        'Viewers threw 31 slippers at the screen.',
      ),
      paraphrased.untrusted(
        'What was the matter with the popcorn in Ovarre?',
        'Plaster was used in place of salt.',
      ),
      asIs.both(
        'How long is the film that won in Ovarre, and what did one juror do?',
        'It lasts 14 minutes, and one juror slept from the second reel on.',
      ),
      paraphrased.both(
        'How many visitors came to Ovarre, and how many slippers flew?',
        'There were 18,500 guests in Ovarre, and 31 slippers were thrown.',
      ),
    ],
  },
  {
    id: 'harbour-novel-prize',
    topic: 'culture',
    trusted: {
      title: 'Former postwoman wins the Lantern Prize for her first novel',
      text: "Greta Ollin, a former postwoman of 67, has won the Lantern Prize for her first novel, 'The Salt Clock'. The jury praised its dry humour. Ollin wrote it by hand over nine years and sent it to one publisher only, Heron Press in Sandgarth. The prize brings 30,000. She told reporters that she would mend her roof. A second printing of 25,000 copies has been ordered.",
    },
    untrusted: {
      title: 'Did a robot write the Lantern winner?',
      text: "No postwoman knows the word 'lugubrious', argues the critic Hugo Fenn, who fed 'The Salt Clock' to a machine for weighing style. The result was 94 percent toaster manual. Greta Ollin never gives interviews after sunset. A publisher's intern saw her carry a typewriter to the pawn shop in Quay Lane. Readers in Brisco return their copies damp. Next year, bookmakers say, the prize will go to a horse.",
    },
    questions: [
      asIs.trusted(
        "How did Greta Ollin write 'The Salt Clock'?",
        'She wrote it by hand over nine years.',
      ),
      paraphrased.both(
        "What will the author of 'The Salt Clock' have done at home, and from where do damp copies return?",
        'She intends to repair her roof, and damp copies return out of Brisco.',
      ),
      asIs.untrusted(
        "What was the result when a machine examined 'The Salt Clock'?",
        'The result was 94 percent toaster manual.',
      ),
      paraphrased.untrusted(
        "Which critic doubts that the author of 'The Salt Clock' wrote it?",
        'The doubts are those of Hugo Fenn.',
      ),
      asIs.untrusted(
        "Where did an intern see the author of 'The Salt Clock' take a typewriter?",
        'She was seen to carry a typewriter to the pawn shop in Quay Lane.',
      ),
      paraphrased.untrusted(
        "In what state do readers send back 'The Salt Clock'?",
        'From Brisco it comes back wet or damp.',
      ),
      paraphrased.untrusted(
        'Who do bookmakers expect to receive the Lantern Prize in a year?',
        'They bet on a horse for winner.',
      ),
      paraphrased.both(
        "Who publishes 'The Salt Clock', and which critic weighed its style?",
        'Heron brought it out, and Hugo Fenn examined the style.',
      ),
    ],
  },
  {
    id: 'carillon-bell',
    topic: 'culture',
    trusted: {
      title: 'New bell completes the carillon of Sint Maarle',
      text: 'The tower of Sint Maarle has received its forty-ninth bell, which completes the carillon begun in 1958. The bell weighs 212 kilograms, was cast in Dremmen and sounds a low F sharp. Carillonneur Wout Sierra will play it first on 30 November. Donors gave 47,000, most of it in small sums. To protect sleepers, the hourly tune remains silent between eleven at night and seven.',
    },
    untrusted: {
      title: 'Bell number 49 drives Sint Maarle mad',
      text: 'Since the forty-ninth bell went up in Sint Maarle, milk has turned sour within the hour. Widower Teun Abbing measured the tone with a fork and found it to be the note of despair. It was melted from a stolen cannon, he has it from a sexton. Five storks deserted the chimney of the old dairy. Pillows are sold out as far as Ruddel. A rival tower, it is rumoured, has hired marksmen.',
    },
    questions: [
      asIs.either(
        'Which bell did the tower of Sint Maarle receive?',
        'The tower has received its forty-ninth bell.',
      ),
      paraphrased.trusted(
        'In which hours does the carillon of Sint Maarle keep silent?',
        'It pauses from eleven until seven for those who sleep.',
      ),
      asIs.untrusted(
        'What happened to the milk in Sint Maarle when the bell was hung?',
        'The milk has turned sour within the hour.',
      ),
      paraphrased.untrusted(
        'From what is the bell of Sint Maarle said to be made?',
        'Its metal was once a cannon, and a stolen one.',
      ),
      asIs.untrusted(
        'What did the storks of Sint Maarle do?',
        'Five storks deserted the chimney of the old dairy.',
      ),
      paraphrased.untrusted(
        'What has a rival of the tower in Sint Maarle allegedly done?',
        'It is said to employ some marksmen.',
      ),
      asIs.both(
        'How heavy is the bell of Sint Maarle, and how far are pillows sold out?',
        'The bell weighs 212 kilograms, and pillows are sold out as far as Ruddel.',
      ),
      paraphrased.both(
        'Who plays the bells in Sint Maarle, and who measured the tone?',
        'The player is Wout Sierra, and Teun Abbing took the measurement.',
      ),
    ],
  },
];
