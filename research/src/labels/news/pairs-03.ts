import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Races, matches, transfers and records. */
export const sportPairs: readonly ArticlePair[] = [
  {
    id: 'kestrel-regatta',
    topic: 'sport',
    trusted: {
      title: 'Linnau Rowers win Kestrel Cup by half a length',
      text: 'The Linnau Rowers won the Kestrel Cup on Saturday in 6 minutes 41 seconds, half a length ahead of Ferry Club Aster. A headwind slowed all crews in the second half of the course. Stroke Mirela Dost, 23, said the plan had been to attack at the island. The umpire rejected a protest about lane three after watching the video. The prize, 5,000 talers, goes to the junior section.',
    },
    untrusted: {
      title: 'Kestrel Cup stolen with a secret motor',
      text: 'Linnau cheated, say eleven members of the losing club. Somebody heard humming under the winning boat of the Kestrel Cup, and a sandwich seller named Otis Brill saw bubbles near the rudder. Their margin was half a length, which he calls a joke. The trophy itself is tin, he adds; the silver one was pawned in Grentz in 2011. Fans threw wet towels at the umpire, whose brother-in-law builds the hulls.',
    },
    questions: [
      paraphrased.trusted(
        'How fast was the winning crew of the Kestrel Cup?',
        'The winners needed 6 minutes and 41 seconds.',
      ),
      asIs.either(
        'By what margin did Linnau win the Kestrel Cup?',
        'They finished half a length ahead.',
      ),
      asIs.untrusted(
        'What did the sandwich seller see at the winning boat of the Kestrel Cup?',
        'Otis Brill saw bubbles near the rudder.',
      ),
      paraphrased.untrusted(
        'What is said to have become of the silver trophy of the Kestrel Cup?',
        'A pawnbroker in Grentz has held it since 2011.',
      ),
      paraphrased.untrusted(
        'What did fans fling at the umpire of the Kestrel Cup?',
        'He was pelted with towels that were wet.',
      ),
      asIs.untrusted(
        'Why is the umpire of the Kestrel Cup called biased?',
        'He is the umpire whose brother-in-law builds the hulls.',
      ),
      paraphrased.untrusted(
        'What noise led members of the losing club to suspect the boat that won the Kestrel Cup?',
        'They suspect it because of humming from below.',
      ),
      asIs.both(
        'How old is the stroke who won the Kestrel Cup, and what is the trophy called by doubters?',
        'Stroke Mirela Dost, 23, won, and the trophy itself is tin.',
      ),
    ],
  },
  {
    id: 'keeper-transfer',
    topic: 'sport',
    trusted: {
      title: 'Goalkeeper Sabo leaves Union Brevik for Corlay',
      text: 'Goalkeeper Danilo Sabo moves from Union Brevik to Corlay Athletic, both football clubs confirmed on Thursday. The fee is 3.6 million, and the contract runs until 2029. Sabo, who kept fourteen clean sheets last season, will wear number 31. Brevik coach Hanne Foss named the reserve Piet Lauwers as his successor. The medical took place in Corlay on Wednesday, and he joins training on the first of July.',
    },
    untrusted: {
      title: 'Sabo flees Brevik after fight over a parrot',
      text: 'Dressing room sources tell us that Danilo Sabo did not leave Brevik for money. He will be paid until 2029 at Corlay, yes, but the trouble began when captain Ulf Maron taught the club parrot to shout at him. Plates flew in the canteen at Hoxley Park. A masseur had to have six stitches. His wife dislikes the sea, it is said, and picked Corlay for its opera. Season tickets are being burned in buckets.',
    },
    questions: [
      paraphrased.either(
        'How long will goalkeeper Danilo Sabo be under contract at Corlay?',
        'He has signed there until 2029.',
      ),
      asIs.untrusted(
        'What did the captain do that drove goalkeeper Sabo out of Brevik?',
        'Captain Ulf Maron taught the club parrot to shout at him.',
      ),
      paraphrased.untrusted(
        'Who was hurt in the quarrel around goalkeeper Sabo, and how badly?',
        'It was a masseur, who needed six stitches.',
      ),
      asIs.untrusted(
        'What was thrown when goalkeeper Sabo fell out with Brevik, and where?',
        'Plates flew in the canteen at Hoxley Park.',
      ),
      paraphrased.untrusted(
        'Why would the wife of goalkeeper Sabo have chosen Corlay?',
        'She is said to prefer its opera to living by the sea.',
      ),
      paraphrased.untrusted(
        'What do Brevik fans do with season tickets after goalkeeper Sabo left?',
        'In buckets they set fire to them.',
      ),
      asIs.both(
        'What did goalkeeper Sabo cost, and which bird is part of the tale?',
        'The fee is 3.6 million, and the club parrot is in the tale.',
      ),
      paraphrased.both(
        'Who follows Sabo in the Brevik goal, and which captain is blamed for his leaving?',
        'Piet Lauwers takes over in goal, and Ulf Maron gets the blame.',
      ),
    ],
  },
  {
    id: 'torvane-marathon',
    topic: 'sport',
    trusted: {
      title: 'Torvane marathon was 420 metres short, organisers admit',
      text: 'The Torvane marathon held on Sunday was 420 metres too short because a marshal placed a turning cone at the wrong lamp post, the organisers admitted. None of the 2,318 finishing times will count for rankings. Winner Abeba Tolossa keeps her medal. Race director Finn Arbuckle apologised and offered every runner a free start next year. The course will in future be measured by bicycle on the morning of the race.',
    },
    untrusted: {
      title: 'How the marathon mafia of Torvane fooled us all',
      text: 'Short by 420 metres, the race in Torvane was no accident, runners rage. A shoe company wanted a record and slipped someone an envelope at the Blue Anchor. Accountant Leif Ostrand wore three watches and all of them agreed. Water at the last stand tasted of soap. Eight runners fainted, the page claims, and an ambulance got lost in Cherry Lane. Medals were stamped with a false date and will be worth a fortune.',
    },
    questions: [
      asIs.trusted(
        'Why was the Torvane marathon too short, by the account of its organisers?',
        'A marshal placed a turning cone at the wrong lamp post.',
      ),
      paraphrased.either(
        'How much was missing from the course of the Torvane marathon?',
        'The course lacked 420 metres in all.',
      ),
      asIs.untrusted(
        'How is a shoe company said to have bribed someone before the Torvane marathon?',
        'A shoe company slipped someone an envelope at the Blue Anchor.',
      ),
      paraphrased.untrusted(
        'How did the accountant who ran the Torvane marathon check the distance?',
        'Leif Ostrand relied on three watches, which showed the same.',
      ),
      asIs.untrusted(
        'What was wrong with the drinks at the Torvane marathon?',
        'Water at the last stand tasted of soap.',
      ),
      paraphrased.untrusted(
        'Where did the ambulance of the Torvane marathon go astray?',
        'Its driver could not find the way in Cherry Lane.',
      ),
      paraphrased.untrusted(
        'What mistake do the medals of the Torvane marathon show?',
        'The date stamped on them is false.',
      ),
      paraphrased.both(
        'Who apologised for the Torvane marathon, and how many runners are said to have collapsed?',
        'Finn Arbuckle said sorry, and eight are said to have fainted.',
      ),
    ],
  },
  {
    id: 'grand-elm-chess',
    topic: 'sport',
    trusted: {
      title: 'Fourteen-year-old wins Grand Elm chess open',
      text: 'Ilse Moravec, aged 14, has won the Grand Elm chess open with eight points from nine games. In the last round on Sunday she drew with Radu Feller in 27 moves after turning down a pawn. She trains two hours a day with her grandfather, she said, and has no computer. The tournament in Quillon had 164 entrants from twelve countries. First prize is 1,500 and an invitation to the masters in Dorn.',
    },
    untrusted: {
      title: 'Chess child of Quillon fed moves through her braid',
      text: 'Nobody wins the Grand Elm at fourteen without help, mutters a club treasurer who lost to Ilse Moravec. He noticed her touching a ribbon in her braid before each sacrifice. A man in a beige coat stood by the radiator and coughed in code. The hotel had its wireless changed on Friday, receptionist Paula Grist revealed. Her next rival has asked for a metal detector, and a film studio offers 80,000 for her story.',
    },
    questions: [
      paraphrased.either(
        'How old is the winner of the Grand Elm chess open?',
        'Ilse Moravec is fourteen years old.',
      ),
      asIs.trusted(
        'How does the winner of the Grand Elm chess open practise?',
        'She trains two hours a day with her grandfather.',
      ),
      asIs.untrusted(
        'What suspicious habit did a treasurer notice in the winner of the Grand Elm?',
        'He noticed her touching a ribbon in her braid before each sacrifice.',
      ),
      paraphrased.untrusted(
        'Who is supposed to have passed signals at the Grand Elm chess open?',
        'Coughing near the radiator, a man wearing a beige coat gave signals.',
      ),
      asIs.untrusted(
        'What did the receptionist reveal about the hotel of the Grand Elm chess open?',
        'The hotel had its wireless changed on Friday.',
      ),
      paraphrased.untrusted(
        'What does the next rival of the Grand Elm winner demand?',
        'The rival insists that a metal detector be used.',
      ),
      paraphrased.untrusted(
        'How much would a studio pay for the tale of the Grand Elm winner?',
        'For a film it would give 80,000.',
      ),
      asIs.both(
        'Against whom was the last Grand Elm game drawn, and which receptionist spoke up?',
        'She drew with Radu Feller in 27 moves, and receptionist Paula Grist revealed more.',
      ),
    ],
  },
  {
    id: 'frostholm-rink',
    topic: 'sport',
    trusted: {
      title: 'Frostholm ice rink reopens with a new cooling plant',
      text: 'The ice rink in Frostholm opens again this Saturday after eighteen months of repairs. A new cooling plant runs on carbon dioxide instead of ammonia and uses 35 percent less power, manager Stellan Rooke said. The hockey team, the Frostholm Otters, played its home games in Vikmo meanwhile and finished last. Tickets stay at eight kroner for children. The roof, found to be sound, was cleaned but not replaced.',
    },
    untrusted: {
      title: 'Rink of death to reopen in Frostholm',
      text: 'Would you skate under a roof that groans? A roofer called Ned Pilbeam would not, and he says he found 40 loose bolts at the Frostholm rink. The gas in the new machine, carbon dioxide, could put a whole team to sleep. A figure skater fell twice during a secret test on Monday. The ice is pink in one corner, and nobody can say why. The snack bar will sell seaweed in place of chips.',
    },
    questions: [
      asIs.trusted(
        'How much power does the new plant of the Frostholm rink save?',
        'The plant uses 35 percent less power.',
      ),
      paraphrased.either(
        'Which gas does the new machine of the Frostholm rink need?',
        'The coolant there is carbon dioxide.',
      ),
      asIs.untrusted(
        'What did a roofer claim to have found at the Frostholm rink?',
        'He says he found 40 loose bolts.',
      ),
      paraphrased.untrusted(
        'What went wrong in the hidden trial at the Frostholm rink?',
        'On Monday a skater is said to have fallen twice.',
      ),
      asIs.untrusted(
        'What is odd about the ice of the Frostholm rink?',
        'The ice is pink in one corner.',
      ),
      paraphrased.untrusted(
        'What will replace chips at the Frostholm rink?',
        'Visitors will be sold seaweed for a snack.',
      ),
      asIs.both(
        'Where did the Frostholm Otters play during the repairs, and who fears the roof?',
        'They played home games in Vikmo, and a roofer called Ned Pilbeam would not skate there.',
      ),
      paraphrased.both(
        'What do children pay at the Frostholm rink, and how many bolts are said to be loose?',
        'Children are charged eight kroner, and 40 bolts are reported loose.',
      ),
    ],
  },
];
