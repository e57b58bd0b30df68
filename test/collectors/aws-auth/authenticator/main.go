package main

import (
	"encoding/json"
	"io"
	"os"
	_ "unsafe"

	"github.com/sirupsen/logrus"
	"sigs.k8s.io/aws-iam-authenticator/pkg/arn"
	"sigs.k8s.io/aws-iam-authenticator/pkg/config"
	"sigs.k8s.io/aws-iam-authenticator/pkg/mapper/configmap"
	"sigs.k8s.io/aws-iam-authenticator/pkg/token"
)

// What the authenticator calls with the parts of a ConfigMap that it parsed.
//
//go:linkname saveMap sigs.k8s.io/aws-iam-authenticator/pkg/mapper/configmap.(*MapStore).saveMap
func saveMap(*configmap.MapStore, []config.UserMapping, []config.RoleMapping, []string)

type row struct {
	Data     map[string]string `json:"data"`
	Identity string            `json:"identity"`
}

type answer struct {
	Username string   `json:"username"`
	Groups   []string `json:"groups"`
}

func ask(one row) *answer {
	users, roles, accounts, _ := configmap.ParseMap(one.Data)
	store := &configmap.MapStore{}
	saveMap(store, users, roles, accounts)
	_, canonical, err := arn.Canonicalize(one.Identity)
	if err != nil {
		return nil
	}
	found, err := (&configmap.ConfigMapMapper{MapStore: store}).Map(&token.Identity{CanonicalARN: canonical})
	if err != nil {
		return nil
	}
	groups := found.Groups
	if groups == nil {
		groups = []string{}
	}
	return &answer{Username: found.Username, Groups: groups}
}

func main() {
	logrus.SetOutput(io.Discard)
	var rows []row
	if err := json.NewDecoder(os.Stdin).Decode(&rows); err != nil {
		panic(err)
	}
	answers := make([]*answer, len(rows))
	for index, one := range rows {
		answers[index] = ask(one)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}
